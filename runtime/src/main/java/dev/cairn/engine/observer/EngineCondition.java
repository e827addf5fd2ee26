package dev.cairn.engine.observer;

import java.util.Optional;

/**
 * Condition of an engine at a moment.
 *
 * @param node the name of this node
 * @param store the kind of the store
 * @param failing the kind of work that the store fails at, if it does
 * @param leaseMillis remaining time of the lease on the instances of this node unless a heartbeat renews it; 0 or less: other
 *        nodes may take them over; empty for a store that cannot be shared, where the lease is always held
 * @param recoveryBegun true if taking up the instances of earlier lives has begun
 * @param instances number of instances in memory
 * @param recovering number of instances that are being brought into memory
 * @param parked number of instances parked on this node
 * @param waitingWrites number of writes that wait for a group of the journal
 */
public record EngineCondition(String node, String store, Optional<String> failing, Optional<Long> leaseMillis,
        boolean recoveryBegun, int instances, int recovering, int parked, int waitingWrites) {

    /** True if starts are accepted and the instances of earlier lives are taken up. */
    public boolean ready() {
        return failing.isEmpty() && recoveryBegun && leaseMillis.map(left -> left > 0).orElse(true);
    }
}
