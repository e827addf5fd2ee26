package dev.cairn.engine.recovery;

import dev.cairn.engine.instance.ParkedRowWriter;
import dev.cairn.spi.Claim;
import dev.cairn.spi.InstanceWrite;

/** An instance that was claimed, and in which term of the lease. */
public record ClaimedInstance(Claim claim, long term) {

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
