package dev.cairn.bench.application.arrival;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * The outcome of a load.
 *
 * @param counts numbers of instances
 * @param latencies from the time at which a start was due until the end of its instance was durable
 * @param seconds from the first start until the last end
 * @param writesPerInstance durable writes
 * @param commitsPerInstance durable commits
 * @param failure one of the failures, or null
 * @param profile a profile if one was asked for, or null
 */
public record ArrivalReport(@JsonUnwrapped ArrivalCounts counts, @JsonUnwrapped ArrivalLatencies latencies, double seconds,
        double writesPerInstance, double commitsPerInstance, String failure, AllocationProfile profile) {}
