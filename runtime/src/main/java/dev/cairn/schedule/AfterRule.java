package dev.cairn.schedule;

import java.util.OptionalLong;

/**
 * Is due once, a delay after the anchor. The anchor moves to the end of each instance that the schedule has started; the first
 * occurrence, which no instance precedes, is due when the schedule is created.
 *
 * @param delayMillis from 0 to {@link ScheduleRule#MAX_PERIOD_MILLIS}
 */
public record AfterRule(long delayMillis) implements ScheduleRule {

    /**
     * @throws InvalidScheduleException if the delay is negative or too long
     */
    public AfterRule {
        if (delayMillis < 0 || delayMillis > MAX_PERIOD_MILLIS) {
            throw new InvalidScheduleException("A delay of " + delayMillis + " ms is "
                    + (delayMillis < 0 ? "negative" : "too long"),
                    "The delay of \"after\" is from 0 to 36,500 days, such as PT15M.");
        }
    }

    @Override
    public OptionalLong next(long afterMillis, long anchorMillis) {
        long due = anchorMillis + delayMillis;
        return due > afterMillis ? OptionalLong.of(due) : OptionalLong.empty();
    }

    @Override
    public OptionalLong previous(long beforeMillis, long anchorMillis) {
        long due = anchorMillis + delayMillis;
        return due < beforeMillis ? OptionalLong.of(due) : OptionalLong.empty();
    }

    @Override
    public String kind() {
        return "after";
    }

    /** Its occurrences never overlap, so the delay alone bounds how far jitter may move them. */
    @Override
    public long shortestIntervalMillis() {
        return delayMillis;
    }
}
