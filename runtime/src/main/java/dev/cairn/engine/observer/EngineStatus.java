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
 * @param load instances in memory, and waiting writes
 */
public record EngineStatus(String node, String store, Optional<String> failing, Optional<Long> leaseMillis,
        boolean recoveryBegun, EngineLoad load) {

    /** True if starts are accepted and the instances of earlier lives are taken up. */
    public boolean ready() {
        return failing.isEmpty() && recoveryBegun && leaseMillis.map(left -> left > 0).orElse(true);
    }
}
