package dev.cairn.journal;

/**
 * Stands for a value that an earlier entry of the same journal holds.
 *
 * @param at where the value belongs in this entry's payload, a JSON pointer (RFC 6901)
 * @param place where it is
 */
record ValueReference(String at, Place place) {}
