package dev.cairn.api;

import java.time.Instant;

/**
 * A period in which a task run waited for an operator: it had failed, and was not retried yet.
 *
 * @param from time of the entry with which it failed
 * @param to time of the entry with which it went on
 */
public record TaskFaultPeriod(Instant from, Instant to) {}
