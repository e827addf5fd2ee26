package dev.cairn.bench.store;

import java.util.Arrays;

/** Durations of calls. Not thread-safe. */
public final class Latencies {

    private long[] nanos = new long[1024];
    private int count;
    private long total;

    /** Adds one. */
    public void add(long latencyNanos) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, count * 2);
        }
        nanos[count++] = latencyNanos;
        total += latencyNanos;
    }

    /** Number of calls. */
    public int count() {
        return count;
    }

    /** Adds others. */
    public void addAll(Latencies others) {
        for (int i = 0; i < others.count; i++) {
            add(others.nanos[i]);
        }
    }

    /** The latency that so great a part of the calls does not exceed; 0 if there are none. */
    public double millis(double part) {
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return count == 0 ? 0 : sorted[(int) Math.min(count - 1, count * part)] / 1e6;
    }

    /** Of calls that came one after another. */
    void print(String what, int entriesEach) {
        print(what, entriesEach, total);
    }

    /** Of calls that took a time together. */
    void print(String what, int entriesEach, long elapsedNanos) {
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        System.out.printf("  %-34s median %.3f ms, 99 %% %.3f ms, longest %.1f ms, %,.0f entries/s%n", what,
                sorted[count / 2] / 1e6, sorted[(int) (count * 0.99)] / 1e6, sorted[count - 1] / 1e6,
                (double) count * entriesEach / elapsedNanos * 1e9);
    }
}
