package dev.cairn.engine.rate;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts events in intervals of ten seconds, and remembers the last ten minutes. Thread-safe, without locks. Takes two
 * kilobytes.
 */
final class RateRing {

    static final int BUCKETS = 60;
    static final long BUCKET_MILLIS = 10_000;
    /** Threads that count at the same time usually have cells of their own. */
    private static final int STRIPES = 4;
    private static final int COUNT_BITS = 32;
    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;

    /** The number of an interval in the upper half, and its count in the lower half. A stripe after another. */
    private final AtomicLongArray cells = new AtomicLongArray(BUCKETS * STRIPES);

    /** Something has happened now. */
    void add(long nowMillis) {
        long bucket = nowMillis / BUCKET_MILLIS;
        int stripe = (int) (Thread.currentThread().getId() % STRIPES);
        int cell = stripe * BUCKETS + (int) (bucket % BUCKETS);
        long before;
        long after;
        do {
            before = cells.get(cell);
            after = before >>> COUNT_BITS == bucket ? before + 1 : bucket << COUNT_BITS | 1;
        } while (!cells.compareAndSet(cell, before, after));
    }

    /** The counts of all intervals, oldest first; the last one is that of now, which is not over. */
    long[] counts(long nowMillis) {
        long[] counts = new long[BUCKETS];
        long first = nowMillis / BUCKET_MILLIS - BUCKETS + 1;
        for (int i = 0; i < BUCKETS; i++) {
            for (int stripe = 0; stripe < STRIPES; stripe++) {
                long cell = cells.get(stripe * BUCKETS + (int) ((first + i) % BUCKETS));
                counts[i] += cell >>> COUNT_BITS == first + i ? cell & COUNT_MASK : 0;
            }
        }
        return counts;
    }
}
