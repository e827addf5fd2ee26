package dev.cairn.bench.application.arrival;

import java.util.Map;

/**
 * Shares of allocated bytes and of processor samples, each of 1, as Flight Recorder sampled them on all threads.
 *
 * @param allocatedMb sum of the sampled allocations' weights
 * @param mergeAllocations share of allocations within {@code +} of jq on arrays and objects, where outputs would be merged
 * @param mergeCpu share of processor samples there
 * @param allocations the largest shares of allocations, by package of the first frame of Cairn
 * @param cpu the largest shares of processor samples, likewise
 * @param allocationMethods the largest shares of allocations, by method of the first frame of Cairn
 * @param cpuMethods the largest shares of processor samples, likewise
 */
public record AllocationProfile(double allocatedMb, double mergeAllocations, double mergeCpu,
        Map<String, Double> allocations, Map<String, Double> cpu, Map<String, Double> allocationMethods,
        Map<String, Double> cpuMethods) {}
