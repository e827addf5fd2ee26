package dev.cairn.engine.concurrent;

import java.util.concurrent.atomic.AtomicInteger;

/** A number of places that are taken many at once and come free one by one. Thread-safe. */
public final class PermitPool {

    private final AtomicInteger free;

    public PermitPool(int count) {
        this.free = new AtomicInteger(count);
    }

    /** Takes as many, or none if there are fewer. */
    public boolean take(int count) {
        if (free.addAndGet(-count) >= 0) {
            return true;
        }
        free.addAndGet(count);
        return false;
    }

    /** Makes some free again. */
    public void free(int count) {
        free.addAndGet(count);
    }

    /** True if as many are free now. */
    public boolean has(int count) {
        return free.get() >= count;
    }
}
