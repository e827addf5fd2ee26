package dev.cairn.schedule;

import java.util.OptionalLong;

/**
 * Is due at each full period after the anchor, whether or not earlier instances have ended.
 *
 * @param periodMillis from {@link ScheduleRule#MIN_PERIOD_MILLIS} to {@link ScheduleRule#MAX_PERIOD_MILLIS}
 */
public record EveryRule(long periodMillis) implements ScheduleRule {

    /**
     * @throws InvalidScheduleException if the period is too short or too long
     */
    public EveryRule {
        if (periodMillis < MIN_PERIOD_MILLIS || periodMillis > MAX_PERIOD_MILLIS) {
            throw new InvalidScheduleException("A period of " + periodMillis + " ms is too "
                    + (periodMillis < MIN_PERIOD_MILLIS ? "short" : "long"),
                    "The period of \"every\" is from 100 ms to 36,500 days, such as PT15M.");
        }
    }

    @Override
    public OptionalLong next(long afterMillis, long anchorMillis) {
        long periods = afterMillis < anchorMillis ? 0 : (afterMillis - anchorMillis) / periodMillis;
        long due = anchorMillis + periods * periodMillis;
        return due > Long.MAX_VALUE - periodMillis ? OptionalLong.empty() : OptionalLong.of(due + periodMillis);
    }

    @Override
    public OptionalLong previous(long beforeMillis, long anchorMillis) {
        if (beforeMillis <= anchorMillis) {
            return OptionalLong.empty();
        }
        long periods = (beforeMillis - anchorMillis - 1) / periodMillis;
        return periods == 0 ? OptionalLong.empty() : OptionalLong.of(anchorMillis + periods * periodMillis);
    }

    @Override
    public String kind() {
        return "every";
    }

    @Override
    public long shortestIntervalMillis() {
        return periodMillis;
    }
}
