package dev.cairn.engine;

import java.util.function.Supplier;

import dev.cairn.engine.event.gather.DueEventSets;
import dev.cairn.engine.recovery.ClaimedInstance;
import dev.cairn.engine.recovery.PassiveRowHandler;
import dev.cairn.engine.schedule.EngineSchedules;
import dev.cairn.engine.start.ConcurrencyLimitQueue;
import dev.cairn.spi.StoredInstance;
import dev.cairn.time.InstanceIdGenerator;

/** Passes claimed rows of queued starts, of schedules and of sets of events to the parts of the engine that handle them. */
final class PassiveRowDispatcher implements PassiveRowHandler {

    private final Supplier<ConcurrencyLimitQueue> startQueue;
    private final Supplier<EngineSchedules> schedules;
    private final Supplier<DueEventSets> eventSets;

    /** The suppliers are first asked when a row is claimed. */
    PassiveRowDispatcher(Supplier<ConcurrencyLimitQueue> startQueue, Supplier<EngineSchedules> schedules,
            Supplier<DueEventSets> eventSets) {
        this.startQueue = startQueue;
        this.schedules = schedules;
        this.eventSets = eventSets;
    }

    @Override
    public void putBack(StoredInstance queuedStart) {
        startQueue.get().putBack(queuedStart);
    }

    @Override
    public void look(ClaimedInstance row, StoredInstance stored, Runnable done) {
        if (isEventSet(row)) {
            eventSets.get().look(row.claim(), stored, done);
        } else {
            schedules.get().look(row, stored, done);
        }
    }

    @Override
    public boolean isLeft(String id) {
        return InstanceIdGenerator.isEventSet(id) ? eventSets.get().isLeft(id) : schedules.get().isLeft(id);
    }

    @Override
    public void unreadable(ClaimedInstance row, Throwable reason) {
        if (isEventSet(row)) {
            eventSets.get().unreadable(row.claim(), reason);
        } else {
            schedules.get().unreadable(row, reason);
        }
    }

    private static boolean isEventSet(ClaimedInstance row) {
        return InstanceIdGenerator.isEventSet(row.claim().row().id());
    }
}
