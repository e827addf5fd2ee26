package dev.cairn.engine;

import java.util.function.Supplier;

import dev.cairn.engine.recovery.ClaimedInstance;
import dev.cairn.engine.recovery.PassiveRowHandler;
import dev.cairn.engine.schedule.EngineSchedules;
import dev.cairn.engine.start.ConcurrencyLimitQueue;
import dev.cairn.spi.StoredInstance;

/** Passes claimed rows of queued starts and of schedules to the parts of the engine that handle them. */
final class PassiveRowDispatcher implements PassiveRowHandler {

    private final Supplier<ConcurrencyLimitQueue> startQueue;
    private final Supplier<EngineSchedules> schedules;

    /** The suppliers are first asked when a row is claimed. */
    PassiveRowDispatcher(Supplier<ConcurrencyLimitQueue> startQueue, Supplier<EngineSchedules> schedules) {
        this.startQueue = startQueue;
        this.schedules = schedules;
    }

    @Override
    public void putBack(StoredInstance queuedStart) {
        startQueue.get().putBack(queuedStart);
    }

    @Override
    public void look(ClaimedInstance schedule, StoredInstance stored, Runnable done) {
        schedules.get().look(schedule, stored, done);
    }

    @Override
    public boolean isLeft(String scheduleId) {
        return schedules.get().isLeft(scheduleId);
    }

    @Override
    public void unreadable(ClaimedInstance schedule, Throwable reason) {
        schedules.get().unreadable(schedule, reason);
    }
}
