package dev.cairn.driver;

import dev.cairn.spi.Claim;

/** An instance that was claimed, and in which term of the lease. */
record Claimed(Claim claim, long term) {

    String id() {
        return claim.row().id();
    }

    long epoch() {
        return claim.epoch();
    }
}
