package dev.cairn.journal;

import dev.cairn.api.CommandOrigin;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.TraceContext;

/**
 * One record of a journal.
 *
 * @param atMillis time at which it was written, milliseconds since the epoch; for people, replay does not read it
 * @param event the event
 * @param origin the caller, or null if none is known; for people, as the time
 * @param trace trace position of the instance from here on, or null if it has not changed
 */
public record JournalEntry(long atMillis, JournalEvent event, CommandOrigin origin, TraceContext trace) {

    /** An entry without an origin that changes no trace. */
    public JournalEntry(long atMillis, JournalEvent event) {
        this(atMillis, event, null, null);
    }

    /** An entry that changes no trace. */
    public JournalEntry(long atMillis, JournalEvent event, CommandOrigin origin) {
        this(atMillis, event, origin, null);
    }

    /** The same, with a place in a trace. */
    public JournalEntry with(TraceContext newTrace) {
        return new JournalEntry(atMillis, event, origin, newTrace);
    }

    /** The part that every version of Cairn can read. */
    JournalEntry withoutNotes() {
        return isAnnotated() ? new JournalEntry(atMillis, event) : this;
    }

    /** True if it has more than the event and its time. */
    boolean isAnnotated() {
        return origin != null || trace != null;
    }
}
