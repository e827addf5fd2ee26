package dev.cairn.testkit.crash;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Wall-clock time of this machine in microseconds, comparable between the parent and the child process. */
final class MicrosecondClock {

    private MicrosecondClock() {}

    /** Microseconds since the epoch. */
    static long micros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }
}
