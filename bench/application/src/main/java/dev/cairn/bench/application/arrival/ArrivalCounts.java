package dev.cairn.bench.application.arrival;

/**
 * Numbers of instances of a load.
 *
 * @param due starts that were due
 * @param completed instances that ended with the right output
 * @param dropped starts that the engine refused
 * @param failed instances with another end, or without an end in time
 */
public record ArrivalCounts(int due, int completed, int dropped, int failed) {}
