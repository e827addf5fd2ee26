package dev.cairn.schedule;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * A cron expression that matches local times: five fields (minute, hour, day of the month, month, day of the week), six with the
 * second first, or a macro such as {@code @daily}. If both days are restricted, a time matches if either does; {@code *} and
 * {@code *}{@code /1} restrict nothing. Immutable.
 */
public final class CronExpression {

    /** Expressions that do not match after this time never match: the centuries after it have all leap days and fifth weekdays. */
    private static final LocalDateTime REFERENCE_TIME = LocalDateTime.of(2000, 1, 1, 0, 0);
    /** Due times that are compared for the shortest interval: some patterns show theirs after the times of a whole day. */
    private static final int MAX_COMPARED_TIMES = 500;

    private final String text;
    /** Null until it is needed; more than one thread may parse the text, with the same result. */
    private volatile CronMatcher matcher;

    private CronExpression(String text, CronMatcher matcher) {
        this.text = text;
        this.matcher = matcher;
    }

    /**
     * Reads an expression.
     *
     * @throws InvalidScheduleException if it cannot be read, or never matches
     */
    public static CronExpression of(String text) {
        String trimmed = text.strip();
        CronExpression expression = new CronExpression(trimmed, CronMatcher.of(trimmed));
        if (expression.next(REFERENCE_TIME).isEmpty()) {
            throw new InvalidScheduleException("The cron expression \"" + trimmed + "\" never matches",
                    "No year has such a day; correct the day of the month or the month.");
        }
        return expression;
    }

    /**
     * The expression of a text that {@link #of} has accepted before, such as by the build. It is parsed when its times are first
     * asked for: the start of an application does not wait for the parser.
     */
    static CronExpression accepted(String text) {
        return new CronExpression(text, null);
    }

    private CronMatcher matcher() {
        CronMatcher parsed = matcher;
        if (parsed == null) {
            parsed = CronMatcher.of(text);
            matcher = parsed;
        }
        return parsed;
    }

    /** The first matching time after a local time, in whole seconds. */
    Optional<LocalDateTime> next(LocalDateTime after) {
        return matcher().next(after);
    }

    /** The last matching time before a local time, in whole seconds. */
    Optional<LocalDateTime> previous(LocalDateTime before) {
        return matcher().previous(before);
    }

    /** True if all hours of a day match; otherwise the expression has fixed hours. */
    boolean matchesEveryHour() {
        return matcher().matchesEveryHour();
    }

    long shortestIntervalMillis() {
        long shortest = Long.MAX_VALUE;
        LocalDateTime time = next(REFERENCE_TIME).orElseThrow();
        for (int i = 0; i < MAX_COMPARED_TIMES && shortest > 1; i++) {
            Optional<LocalDateTime> following = next(time);
            if (following.isEmpty()) {
                break;
            }
            shortest = Math.min(shortest, ChronoUnit.SECONDS.between(time, following.get()));
            time = following.get();
        }
        return shortest == Long.MAX_VALUE ? shortest : shortest * 1_000;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CronExpression cron && cron.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** The expression as it was written. */
    @Override
    public String toString() {
        return text;
    }
}
