package dev.cairn.journal;

/**
 * Stands for a value that an earlier entry of the same journal holds.
 *
 * @param at position of the value in this entry's payload, a JSON pointer (RFC 6901)
 * @param place position of the value in the journal
 */
record ValueReference(String at, ValueLocation place) {}
