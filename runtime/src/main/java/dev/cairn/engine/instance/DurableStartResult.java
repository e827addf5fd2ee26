package dev.cairn.engine.instance;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.executor.JournalEvent.Ended;

/** The result of a durable start: the id of the instance, and its outcome. */
public final class DurableStartResult {

    private final String instanceId;
    private final boolean created;
    private final Promise<Ended> outcome;

    public DurableStartResult(String instanceId, boolean created, Promise<Ended> outcome) {
        this.instanceId = instanceId;
        this.created = created;
        this.outcome = outcome;
    }

    /** Which instance. */
    public String instanceId() {
        return instanceId;
    }

    /** True if this start began the instance, false if an earlier one with the same idempotency key did. */
    public boolean created() {
        return created;
    }

    /** Completes with the end of the instance; null if it is not in memory. */
    Promise<Ended> outcome() {
        return outcome;
    }

    /** True if it has ended for good: a faulted instance may be retried. */
    boolean isOver() {
        Ended ended = outcome.value();
        return ended != null && ended.status() != InstanceStatus.FAULTED;
    }
}
