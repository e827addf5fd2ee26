package dev.cairn.bench.application.arrival;

/**
 * Records that will come.
 *
 * @param count number of records, whose numbers are 0 to {@code count - 1}; at least 1
 * @param run mark of the records of this observation; records with another one are not counted
 */
public record RecordRequest(int count, long run) {}
