package dev.cairn.fluent;

import java.time.Duration;

/** Parts of {@link Flows} for schedules. */
abstract sealed class ScheduleFactories extends ReusableFactories permits EventFactories {

    ScheduleFactories() {}

    /**
     * Starts the workflow at the times that a cron expression matches.
     *
     * <pre>{@code
     * flow(…).schedule(cron("0 8 * * MON-FRI").zone("Europe/Berlin"))
     * }</pre>
     *
     * @param expression five fields, six with the second first, or a macro such as {@code @daily}
     */
    public static FlowSchedule cron(String expression) {
        return FlowSchedule.of("cron", expression);
    }

    /**
     * Starts the workflow again and again, whether or not earlier instances have ended.
     *
     * <pre>{@code
     * flow(…).schedule(every(Duration.ofMinutes(15)))
     * }</pre>
     *
     * @param period at least 100 ms
     */
    public static FlowSchedule every(Duration period) {
        return every(period == null ? null : period.toString());
    }

    /** As {@link #every(Duration)}, with an ISO 8601 duration such as {@code PT15M}. */
    public static FlowSchedule every(String period) {
        return FlowSchedule.of("every", period);
    }

    /**
     * Starts the workflow once, and again a time after each of these instances has ended, however it ended.
     *
     * <pre>{@code
     * flow(…).schedule(after(Duration.ofMinutes(15)))
     * }</pre>
     */
    public static FlowSchedule after(Duration delay) {
        return after(delay == null ? null : delay.toString());
    }

    /** As {@link #after(Duration)}, with an ISO 8601 duration such as {@code PT15M}. */
    public static FlowSchedule after(String delay) {
        return FlowSchedule.of("after", delay);
    }
}
