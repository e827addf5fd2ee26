package dev.cairn.driver;

import java.util.concurrent.atomic.AtomicInteger;

/** A number of places that are taken many at once and come free one by one. Thread-safe. */
final class Places {

    private final AtomicInteger free;

    Places(int count) {
        this.free = new AtomicInteger(count);
    }

    /** Takes as many, or none if there are fewer. */
    boolean take(int count) {
        if (free.addAndGet(-count) >= 0) {
            return true;
        }
        free.addAndGet(count);
        return false;
    }

    /** Makes some free again. */
    void free(int count) {
        free.addAndGet(count);
    }

    /** True if as many are free now. */
    boolean has(int count) {
        return free.get() >= count;
    }
}
