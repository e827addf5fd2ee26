package dev.cairn.driver;

import java.util.List;

import dev.cairn.spi.Claim;
import dev.cairn.spi.InstanceWrite;

/** An instance that was claimed, and in which term of the lease. */
record Claimed(Claim claim, long term) {

    String id() {
        return claim.row().id();
    }

    /** The write that parks it; null if it waits in a queue, where it keeps its place. */
    InstanceWrite parking() {
        return claim.row().isQueued() ? null
                : new InstanceWrite(claim.row().parked(), claim.epoch(), claim.entries(), List.of());
    }

    long epoch() {
        return claim.epoch();
    }
}
