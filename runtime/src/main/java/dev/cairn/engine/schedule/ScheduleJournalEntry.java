package dev.cairn.engine.schedule;

import dev.cairn.api.CommandOrigin;
import dev.cairn.schedule.ScheduleSpec;

/**
 * An entry of the journal of a schedule. Occurrences write none.
 *
 * @param kind the event
 * @param atMillis when it was written
 * @param origin the caller who asked for it, or null
 * @param version version of the definition that asked for it, or null
 * @param spec the schedule from then on, for {@link Kind#SPECIFIED} alone; else null
 * @param anchorMillis the time that its rule counts from; 0 without a specification
 * @param wakeMillis the wake time that a pause has taken from {@code after}; 0 if the schedule is not paused or has another rule
 */
record ScheduleJournalEntry(Kind kind, long atMillis, CommandOrigin origin, String version, ScheduleSpec spec,
        long anchorMillis, long wakeMillis) {

    /** The kinds of entries. Their words are stored and never change. */
    enum Kind {
        SPECIFIED("specified"),
        PAUSED("paused"),
        RESUMED("resumed"),
        DELETED("deleted");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }

    static ScheduleJournalEntry specified(long atMillis, ScheduleChangeOrigin changeOrigin, ScheduleSpec spec,
            long anchorMillis) {
        return new ScheduleJournalEntry(Kind.SPECIFIED, atMillis, changeOrigin.origin(), changeOrigin.version(), spec,
                anchorMillis, 0);
    }

    static ScheduleJournalEntry of(Kind kind, long atMillis, ScheduleChangeOrigin changeOrigin) {
        return new ScheduleJournalEntry(kind, atMillis, changeOrigin.origin(), changeOrigin.version(), null, 0, 0);
    }

    ScheduleJournalEntry withWake(long pausedWakeMillis) {
        return new ScheduleJournalEntry(kind, atMillis, origin, version, spec, anchorMillis, pausedWakeMillis);
    }
}
