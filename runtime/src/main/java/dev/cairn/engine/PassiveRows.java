package dev.cairn.engine;

import dev.cairn.engine.recovery.ClaimedInstance;
import dev.cairn.engine.recovery.ClaimedRowHandler;
import dev.cairn.spi.StoredInstance;

/** Hands on claimed rows that are no instances in the midst of their work. */
final class PassiveRows implements ClaimedRowHandler {

    private final Engine engine;

    /** @param engine may still lack the receivers: nothing is claimed before it starts */
    PassiveRows(Engine engine) {
        this.engine = engine;
    }

    @Override
    public void putBack(StoredInstance queuedStart) {
        engine.startQueue().putBack(queuedStart);
    }

    @Override
    public void look(ClaimedInstance schedule, StoredInstance stored, Runnable done) {
        engine.schedules().look(schedule, stored, done);
    }

    @Override
    public boolean isLeft(String scheduleId) {
        return engine.schedules().isLeft(scheduleId);
    }

    @Override
    public void unreadable(ClaimedInstance schedule, Throwable reason) {
        engine.schedules().unreadable(schedule, reason);
    }
}
