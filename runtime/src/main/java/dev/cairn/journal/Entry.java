package dev.cairn.journal;

import dev.cairn.executor.Happening;

/**
 * One record of a journal.
 *
 * @param atMillis when it was written, milliseconds since the epoch; for people, replay does not read it
 * @param happening what happened
 */
public record Entry(long atMillis, Happening happening) {}
