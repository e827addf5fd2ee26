package dev.cairn.api;

import java.time.Instant;

/**
 * A time in which a task run did nothing: it had failed, and no operator had retried it yet.
 *
 * @param from when the entry was written with which it failed
 * @param to when the entry was written with which it went on
 */
public record TaskPause(Instant from, Instant to) {}
