package dev.cairn.time;

import java.util.concurrent.atomic.AtomicLong;

/** Limits how often a message is logged. Safe for any thread; no lock. */
public final class LogRateLimiter {

    private static final long NEVER = Long.MIN_VALUE;

    private final TimeSource time;
    private final long millis;
    private final AtomicLong loggedAtMillis = new AtomicLong(NEVER);

    /** The message is logged at most once in {@code millis} milliseconds of elapsed time. */
    public LogRateLimiter(TimeSource time, long millis) {
        this.time = time;
        this.millis = millis;
    }

    /** True if the caller is to log the message now; then false for the rest of the interval. */
    public boolean isDue() {
        long now = time.elapsedMillis();
        long logged = loggedAtMillis.get();
        return (logged == NEVER || now - logged >= millis) && loggedAtMillis.compareAndSet(logged, now);
    }
}
