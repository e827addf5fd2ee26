package dev.cairn.driver;

import java.util.Optional;

/**
 * How an engine does at a moment.
 *
 * @param node the name of this node
 * @param store the kind of the store
 * @param failing what the store fails at, if it does
 * @param leaseMillis how long this node may still run what it owns unless a heartbeat prolongs that; 0 or less: other nodes may take
 *        it over; empty if the store cannot be shared: then it always may
 * @param recoveryBegun whether what earlier lives left is being taken up, or was
 * @param instances how many are in memory
 * @param recovering how many are being brought into memory
 * @param parked how many stand still here because they cannot go on
 * @param waitingWrites how many writes wait for a group of the journal
 */
public record EngineCondition(String node, String store, Optional<String> failing, Optional<Long> leaseMillis,
        boolean recoveryBegun, int instances, int recovering, int parked, int waitingWrites) {

    /** True if starts are taken and what was left is taken up. */
    public boolean ready() {
        return failing.isEmpty() && recoveryBegun && leaseMillis.map(left -> left > 0).orElse(true);
    }
}
