package dev.cairn.engine.operation;

import java.time.Instant;

/**
 * An effect that an instance wants and has no outcome of yet.
 *
 * @param task reference of the task, a JSON pointer
 * @param name name of the task
 * @param kind {@code call}, {@code timer}, {@code retry}, {@code event} or {@code clock}
 * @param effect identity of the effect; with the id of the instance before it the idempotency key of a call
 * @param attempt which attempt of the innermost {@code try} this is, from 1; that of a retry is the one it waits for
 * @param dueAt when the timer is due, or null
 * @param deadlineAt when the earliest deadline around it passes, or null
 */
public record PendingEffect(String task, String name, String kind, String effect, long attempt, Instant dueAt,
        Instant deadlineAt) {}
