package dev.cairn.persistence.redis;

import java.time.Duration;

import dev.cairn.time.TimeSource;

/** Time limit of an operation, over all its round trips. Thread-safe. */
final class OperationDeadline {

    private static final TimeSource CLOCK = TimeSource.system();

    private final Duration timeout;
    private boolean begun;
    private long endMillis;

    /** The time begins to run with {@link #begin()}. */
    OperationDeadline(Duration timeout) {
        this.timeout = timeout;
    }

    /** The time begins to run, unless it does so already. */
    synchronized OperationDeadline begin() {
        if (!begun) {
            begun = true;
            endMillis = CLOCK.elapsedMillis() + timeout.toMillis();
        }
        return this;
    }

    /** Remaining time in milliseconds; 0 if it is over. */
    synchronized long leftMillis() {
        return Math.max(0, endMillis - CLOCK.elapsedMillis());
    }

    Duration timeout() {
        return timeout;
    }
}
