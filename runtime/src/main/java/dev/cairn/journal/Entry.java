package dev.cairn.journal;

import dev.cairn.api.CommandOrigin;
import dev.cairn.executor.Happening;
import dev.cairn.executor.TraceMark;

/**
 * One record of a journal.
 *
 * @param atMillis when it was written, milliseconds since the epoch; for people, replay does not read it
 * @param happening what happened
 * @param origin who asked for it, or null if nobody is known to have; for people, as the time
 * @param trace where the instance is in a distributed trace from here on, or null if that has not changed
 */
public record Entry(long atMillis, Happening happening, CommandOrigin origin, TraceMark trace) {

    /** An entry that nobody asked for and that changes no trace. */
    public Entry(long atMillis, Happening happening) {
        this(atMillis, happening, null, null);
    }

    /** An entry that changes no trace. */
    public Entry(long atMillis, Happening happening, CommandOrigin origin) {
        this(atMillis, happening, origin, null);
    }

    /** The same, with a place in a trace. */
    public Entry with(TraceMark newTrace) {
        return new Entry(atMillis, happening, origin, newTrace);
    }

    /** The part that every version of Cairn can read. */
    Entry withoutNotes() {
        return isAnnotated() ? new Entry(atMillis, happening) : this;
    }

    /** True if it says more than what happened and when. */
    boolean isAnnotated() {
        return origin != null || trace != null;
    }
}
