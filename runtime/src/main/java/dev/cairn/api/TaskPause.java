package dev.cairn.api;

import java.time.Instant;

/**
 * A time in which a task run did nothing: it had failed, and no operator had retried it yet.
 *
 * @param from time of the entry with which it failed
 * @param to time of the entry with which it went on
 */
public record TaskPause(Instant from, Instant to) {}
