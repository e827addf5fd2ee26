package dev.cairn.engine.option;

import dev.cairn.time.InstanceIdGenerator;

/**
 * Settings by which instances run and stop.
 *
 * @param history selects journals with an entry for each task
 * @param concurrency maximum number of instances of a workflow that are under way at a time
 * @param schedules schedules of workflows
 * @param keptEvents settings of events that are kept for later listeners
 * @param eventSets settings of sets of events that start instances
 * @param maxDepth maximum nesting of instances that run each other; 1 if children may run no others
 * @param stopTimeoutMillis maximum time that stopping waits for the answers of calls under way
 */
public record InstanceRunOptions(TaskHistoryRules history, ConcurrencyRules concurrency, ScheduleRules schedules,
        KeptEventOptions keptEvents, EventSetOptions eventSets, int maxDepth, long stopTimeoutMillis) {

    /** The documented default. */
    public static final int DEFAULT_MAX_DEPTH = 16;

    public InstanceRunOptions {
        if (maxDepth < 1 || maxDepth > InstanceIdGenerator.MAX_DEPTH || stopTimeoutMillis < 0) {
            throw new IllegalArgumentException(
                    "Settings of instances are out of range: " + maxDepth + ", " + stopTimeoutMillis);
        }
    }

    /** With the defaults for events. */
    public InstanceRunOptions(TaskHistoryRules history, ConcurrencyRules concurrency, ScheduleRules schedules, int maxDepth,
            long stopTimeoutMillis) {
        this(history, concurrency, schedules, KeptEventOptions.DEFAULTS, EventSetOptions.DEFAULTS, maxDepth, stopTimeoutMillis);
    }

    /** Without rules for any workflow. */
    public static InstanceRunOptions stopping(long stopTimeoutMillis) {
        return new InstanceRunOptions(TaskHistoryRules.NONE, ConcurrencyRules.NONE, ScheduleRules.NONE, DEFAULT_MAX_DEPTH,
                stopTimeoutMillis);
    }

    InstanceRunOptions with(TaskHistoryRules other) {
        return new InstanceRunOptions(other, concurrency, schedules, keptEvents, eventSets, maxDepth, stopTimeoutMillis);
    }

    InstanceRunOptions with(ConcurrencyRules other) {
        return new InstanceRunOptions(history, other, schedules, keptEvents, eventSets, maxDepth, stopTimeoutMillis);
    }

    InstanceRunOptions with(KeptEventOptions other) {
        return new InstanceRunOptions(history, concurrency, schedules, other, eventSets, maxDepth, stopTimeoutMillis);
    }

    InstanceRunOptions with(EventSetOptions other) {
        return new InstanceRunOptions(history, concurrency, schedules, keptEvents, other, maxDepth, stopTimeoutMillis);
    }

    InstanceRunOptions with(ScheduleRules other) {
        return new InstanceRunOptions(history, concurrency, other, keptEvents, eventSets, maxDepth, stopTimeoutMillis);
    }
}
