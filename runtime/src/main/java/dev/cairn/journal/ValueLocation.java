package dev.cairn.journal;

/**
 * Position of a value in the journal of its instance.
 *
 * @param entry position of an entry, from 0
 * @param pointer JSON pointer (RFC 6901) into the payload of that entry
 */
record ValueLocation(long entry, String pointer) {}
