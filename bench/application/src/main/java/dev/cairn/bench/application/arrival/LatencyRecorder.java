package dev.cairn.bench.application.arrival;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Latencies of numbered instances. Each number is recorded once, by any thread; reading needs a happens-before edge after that. */
final class LatencyRecorder {

    private static final int PARTS = 5;
    private static final long NONE = -1;

    private final long[] nanos;

    LatencyRecorder(int count) {
        nanos = new long[count];
        Arrays.fill(nanos, NONE);
    }

    void record(int number, long latencyNanos) {
        nanos[number] = latencyNanos;
    }

    /** Recorded latencies in milliseconds, the shortest first. */
    double[] sorted() {
        return recorded(0, nanos.length).sorted().mapToDouble(LatencyRecorder::millis).toArray();
    }

    /** The average of each fifth of the numbers; 0 if it has no latency. */
    List<Double> fifths() {
        return IntStream.range(0, PARTS)
                .mapToObj(part -> recorded(nanos.length * part / PARTS, nanos.length * (part + 1) / PARTS)
                        .mapToDouble(LatencyRecorder::millis).average().orElse(0))
                .toList();
    }

    /** The latency that this part of the sorted ones does not exceed; 0 if there is none. */
    static double at(double[] sorted, double part) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1, part * sorted.length)];
    }

    private LongStream recorded(int from, int to) {
        return Arrays.stream(nanos, from, to).filter(latency -> latency != NONE);
    }

    private static double millis(long nanos) {
        return (double) nanos / TimeUnit.MILLISECONDS.toNanos(1);
    }
}
