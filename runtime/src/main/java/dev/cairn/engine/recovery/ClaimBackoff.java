package dev.cairn.engine.recovery;

import java.util.HashMap;
import java.util.Map;

import dev.cairn.spi.DueTimer;

/**
 * Records when this node tried to claim instances whose timers are due. An instance that was tried, is still due and is not in
 * this node's memory belongs to another node: it is late there, or parked until an operator acts. So it is tried at growing
 * intervals. Not thread-safe.
 */
final class ClaimBackoff {

    private static final long LONGEST_PAUSE_MILLIS = 32_000;
    /** Maximum number of remembered instances; further ones are tried each time. */
    private static final int MAX_INSTANCES = 10_000;

    private final long leastPauseMillis;
    private Map<String, Try> previousTries = new HashMap<>();
    private Map<String, Try> currentTries = new HashMap<>();

    /**
     * @param leastPauseMillis between the second try and the third; from then on it is doubled
     */
    ClaimBackoff(long leastPauseMillis) {
        this.leastPauseMillis = leastPauseMillis;
    }

    /** The index is read anew: a timer that is not seen there until this is called again is forgotten. */
    void readAnew() {
        previousTries = currentTries;
        currentTries = new HashMap<>();
    }

    /** Forgets all attempts, since the owners of some instances may be gone: each instance counts as not tried yet. */
    void forget() {
        previousTries = new HashMap<>();
        currentTries = new HashMap<>();
    }

    /**
     * Tells if a timer is to be tried now, and records the attempt.
     *
     * @param atMillis the time of the attempt; an equal time is the same attempt
     */
    boolean isNext(DueTimer timer, long atMillis) {
        String id = timer.instanceId();
        Try last = previousTries.getOrDefault(id, currentTries.get(id));
        if (last == null || last.dueAtMillis != timer.dueAtMillis()) {
            note(id, new Try(timer.dueAtMillis(), atMillis, 0));
            return true;
        }
        boolean another = atMillis > last.atMillis;
        boolean next = !another || atMillis >= last.atMillis + last.pauseMillis;
        note(id, another && next ? last.again(atMillis, leastPauseMillis) : last);
        return next;
    }

    private void note(String id, Try noted) {
        if (currentTries.size() < MAX_INSTANCES) {
            currentTries.put(id, noted);
        }
    }

    private record Try(long dueAtMillis, long atMillis, long pauseMillis) {

        Try again(long nowMillis, long leastPauseMillis) {
            long pause = pauseMillis == 0 ? leastPauseMillis : Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
            return new Try(dueAtMillis, nowMillis, pause);
        }
    }
}
