package dev.cairn.engine.recovery;

import java.util.List;

import dev.cairn.engine.node.StoreHealth.Work;

/**
 * The operations of the {@link InstanceClaimer} that its parts may call: it brings instances into memory, at most once at a
 * time each. Thread-safe.
 */
interface InstanceClaimOperations {

    /**
     * Claims and resumes an instance; does nothing if another node runs it, or if it is on its way already.
     *
     * @return false if nothing was begun
     */
    boolean claim(String instanceId);

    /** Claims and resumes instances, as {@link #claim(String)}. */
    void claim(List<String> instanceIds);

    /** Runs something when each of the instances that are being brought into memory now is there, or is known not to come. */
    void whenArrived(Runnable then);

    /** True if memory has room for the calls of an instance that is being loaded. */
    boolean isAdmitted(String instanceId);

    /** An instance is in memory, or parked, or not there any more. */
    void arrived(ClaimedInstance claimed);

    /** Tries something again after the store has failed. */
    void later(Work work, String what, Throwable failure, Runnable again);
}
