package dev.cairn.driver;

import dev.cairn.api.InstanceStatus;
import dev.cairn.executor.Happening.Ended;

/** The start of an instance, durable by now. */
public final class Start {

    private final String instanceId;
    private final boolean created;
    private final Once<Ended> outcome;

    Start(String instanceId, boolean created, Once<Ended> outcome) {
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
    Once<Ended> outcome() {
        return outcome;
    }

    /** True if it has ended for good: a faulted instance may be retried. */
    boolean isOver() {
        Ended ended = outcome.value();
        return ended != null && ended.status() != InstanceStatus.FAULTED;
    }
}
