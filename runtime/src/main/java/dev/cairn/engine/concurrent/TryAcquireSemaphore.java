package dev.cairn.engine.concurrent;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A semaphore that never blocks: permits are taken all at once or refused, and come free in any number. Thread-safe.
 */
public final class TryAcquireSemaphore {

    private final AtomicInteger freePermits;

    public TryAcquireSemaphore(int count) {
        this.freePermits = new AtomicInteger(count);
    }

    /** Takes as many, or none if there are fewer. */
    public boolean take(int count) {
        if (freePermits.addAndGet(-count) >= 0) {
            return true;
        }
        freePermits.addAndGet(count);
        return false;
    }

    /** Takes as many, also if there are fewer. */
    public void force(int count) {
        freePermits.addAndGet(-count);
    }

    /** Makes some free again. */
    public void free(int count) {
        freePermits.addAndGet(count);
    }

    /** True if as many are free now. */
    public boolean has(int count) {
        return freePermits.get() >= count;
    }
}
