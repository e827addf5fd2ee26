package dev.cairn.engine.schedule;

import java.util.OptionalLong;

import io.smallrye.mutiny.Uni;

/** Knows the instances that schedules have started. Failures are those of the store. */
interface OccurrenceTracker {

    /** A schedule has started an instance, now or in an earlier evaluation. */
    default void started(String scheduleId, String instanceId) {}

    /** True if an instance that a schedule has started has not ended. */
    Uni<Boolean> isBusy(String scheduleId, String workflow);

    /** The run of one occurrence. */
    Uni<OccurrenceStatus> run(String instanceId);

    /**
     * Cancels all unfinished instances of a schedule.
     *
     * @param except an instance to leave alone
     */
    Uni<Void> cancel(String scheduleId, String workflow, String except);

    /**
     * The state of an instance.
     *
     * @param running true if it has not ended
     * @param endedAtMillis when it ended; empty if it runs, or nothing knows it any more
     */
    record OccurrenceStatus(boolean running, OptionalLong endedAtMillis) {

        static final OccurrenceStatus RUNNING = new OccurrenceStatus(true, OptionalLong.empty());
        static final OccurrenceStatus GONE = new OccurrenceStatus(false, OptionalLong.empty());

        static OccurrenceStatus ended(long atMillis) {
            return new OccurrenceStatus(false, OptionalLong.of(atMillis));
        }
    }
}
