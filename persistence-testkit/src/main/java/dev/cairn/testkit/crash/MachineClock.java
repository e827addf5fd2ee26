package dev.cairn.testkit.crash;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The machine's time, which parent and child share, finer than a millisecond. */
final class MachineClock {

    private MachineClock() {}

    /** Microseconds since the epoch. */
    static long micros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }
}
