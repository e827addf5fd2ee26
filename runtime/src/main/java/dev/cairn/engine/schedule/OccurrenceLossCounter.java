package dev.cairn.engine.schedule;

import java.util.LinkedHashMap;
import java.util.Map;

/** Counts the lost occurrences of schedules, of those that lost some last. Schedules that lose none take no memory. Thread-safe. */
final class OccurrenceLossCounter {

    /** Maximum number of schedules with a count; a count takes some 200 bytes. */
    static final int MAX_SCHEDULES = 10_000;

    private final Map<String, OccurrenceLossCount> counts = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, OccurrenceLossCount> eldest) {
            return size() > MAX_SCHEDULES;
        }
    };

    synchronized void add(String scheduleId, OccurrenceLossCount lost) {
        counts.merge(scheduleId, lost, OccurrenceLossCount::plus);
    }

    synchronized OccurrenceLossCount of(String scheduleId) {
        return counts.getOrDefault(scheduleId, OccurrenceLossCount.NONE);
    }
}
