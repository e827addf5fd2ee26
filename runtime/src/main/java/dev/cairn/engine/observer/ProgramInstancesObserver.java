package dev.cairn.engine.observer;

import dev.cairn.api.InstanceStatus;
import dev.cairn.executor.InstanceState;

/** Observes the instances of one program. Thread-safe. Must not throw or block. */
public interface ProgramInstancesObserver {

    /** Wants to know nothing. */
    ProgramInstancesObserver NONE = new ProgramInstancesObserver() {};

    /**
     * An instance comes into memory. A new one may still be refused, or turn out to exist already; then it only
     * {@linkplain InstanceObserver#left leaves}, or nothing follows.
     *
     * @param resumed true if its journal brings it back, false if it is new
     * @param state of the instance; read in the turns of the instance alone
     * @return observes it; one object may serve many instances
     */
    default InstanceObserver instance(String instanceId, boolean resumed, InstanceState state) {
        return InstanceObserver.NONE;
    }

    /**
     * As {@link InstanceObserver#became}, of an instance that is not in memory: a fork that was made, a queued start that may begin, a
     * suspended instance that was cancelled.
     */
    default void becameAtRest(String instanceId, InstanceStatus before, InstanceStatus now, long ageMillis) {}

    /** An instance computes for long without an effect, and the log says so. */
    default void worksLong() {}

    /** An instance has reached the bound of pure work, and ends with an error. */
    default void workBoundReached() {}
}
