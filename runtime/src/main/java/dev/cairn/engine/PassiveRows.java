package dev.cairn.engine;

import java.util.function.Supplier;

import dev.cairn.engine.recovery.ClaimedInstance;
import dev.cairn.engine.recovery.ClaimedRowHandler;
import dev.cairn.engine.schedule.EngineSchedules;
import dev.cairn.engine.start.StartQueue;
import dev.cairn.spi.StoredInstance;

/** Hands on claimed rows that are no instances in the midst of their work. */
final class PassiveRows implements ClaimedRowHandler {

    private final Supplier<StartQueue> startQueue;
    private final Supplier<EngineSchedules> schedules;

    /** The suppliers are first asked when a row is claimed. */
    PassiveRows(Supplier<StartQueue> startQueue, Supplier<EngineSchedules> schedules) {
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
