package dev.cairn.journal;

import dev.cairn.api.CommandOrigin;
import dev.cairn.executor.Happening;
import dev.cairn.executor.TraceMark;

/**
 * One record of a journal.
 *
 * @param atMillis time at which it was written, milliseconds since the epoch; for people, replay does not read it
 * @param happening the event
 * @param origin the caller, or null if none is known; for people, as the time
 * @param trace trace position of the instance from here on, or null if it has not changed
 */
public record Entry(long atMillis, Happening happening, CommandOrigin origin, TraceMark trace) {

    /** An entry without an origin that changes no trace. */
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

    /** True if it has more than the event and its time. */
    boolean isAnnotated() {
        return origin != null || trace != null;
    }
}
