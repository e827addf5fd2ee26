package dev.cairn.journal;

import dev.cairn.api.CommandOrigin;
import dev.cairn.executor.Happening;

/**
 * One record of a journal.
 *
 * @param atMillis when it was written, milliseconds since the epoch; for people, replay does not read it
 * @param happening what happened
 * @param origin who asked for it, or null if nobody is known to have; for people, as the time
 */
public record Entry(long atMillis, Happening happening, CommandOrigin origin) {

    /** An entry that nobody asked for. */
    public Entry(long atMillis, Happening happening) {
        this(atMillis, happening, null);
    }
}
