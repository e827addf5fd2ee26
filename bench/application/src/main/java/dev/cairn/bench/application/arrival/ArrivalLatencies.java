package dev.cairn.bench.application.arrival;

import java.util.Arrays;
import java.util.List;

/**
 * Latencies of a load in milliseconds.
 *
 * @param avgMs average
 * @param medMs median
 * @param p95Ms 95th percentile
 * @param p99Ms 99th percentile
 * @param maxMs the longest
 * @param fifthsMs average of each fifth of the instances, in the order of their starts
 * @param lateMs 99th percentile of the delay with which the load called the engine; a part of the latency
 */
public record ArrivalLatencies(double avgMs, double medMs, double p95Ms, double p99Ms, double maxMs, List<Double> fifthsMs,
        double lateMs) {

    static ArrivalLatencies of(LatencyRecorder latencies, LatencyRecorder delays) {
        double[] sorted = latencies.sorted();
        return new ArrivalLatencies(Arrays.stream(sorted).average().orElse(0), LatencyRecorder.at(sorted, 0.5),
                LatencyRecorder.at(sorted, 0.95), LatencyRecorder.at(sorted, 0.99), LatencyRecorder.at(sorted, 1),
                latencies.fifths(),
                LatencyRecorder.at(delays.sorted(), 0.99));
    }
}
