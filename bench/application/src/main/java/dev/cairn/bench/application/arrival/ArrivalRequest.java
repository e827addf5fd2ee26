package dev.cairn.bench.application.arrival;

/**
 * A load at a fixed rate.
 *
 * @param workflow a workflow that {@link ArrivalScenario} knows
 * @param perMinute starts a minute, at least 1
 * @param count number of starts, at least 1
 * @param patienceSeconds time from the last start until an instance that has not ended counts as failed
 * @param profile true to tell where memory is allocated and processor time used
 */
public record ArrivalRequest(String workflow, int perMinute, int count, int patienceSeconds, boolean profile) {}
