package dev.cairn.driver;

import dev.cairn.spi.Claim;
import dev.cairn.spi.InstanceWrite;

/** An instance that was claimed, and in which term of the lease. */
record Claimed(Claim claim, long term) {

    String id() {
        return claim.row().id();
    }

    /** The write that parks it, or null. */
    InstanceWrite parking() {
        return ParkedRowWriter.parking(claim.row(), claim.epoch(), claim.entries());
    }

    long epoch() {
        return claim.epoch();
    }
}
