package dev.cairn.api;

import java.util.Objects;

/**
 * A request to fork an instance at the start of a task, with another input for that task. Immutable; each {@code with…}
 * gives a changed copy.
 *
 * @param task reference of the task that gets another input, a JSON pointer such as {@code /do/2/charge}
 * @param run which time the task began, counted from 1 (in a loop it begins with each turn), or {@link #LAST}
 * @param input raw input of the task, before its {@code if} and {@code input}; anything Jackson can convert to JSON
 * @param idempotencyKey 1 to 255 characters, or null. A second fork with the same key, task and input gives the
 *        instance that the first one made; another one fails with {@code KEY_REUSED}
 */
public record ForkRequest(String task, int run, Object input, String idempotencyKey) {

    /** The last time the task began. */
    public static final int LAST = 0;

    public ForkRequest {
        Objects.requireNonNull(task, "task is required");
        if (run < 0) {
            throw new IllegalArgumentException("A task begins for the first time, or later, not " + run);
        }
        if (idempotencyKey != null && (idempotencyKey.isEmpty() || idempotencyKey.length() > 255)) {
            throw new IllegalArgumentException("An idempotency key has 1 to 255 characters, not " + idempotencyKey.length());
        }
    }

    /** From the last time a task began, with another input. */
    public static ForkRequest of(String task, Object input) {
        return new ForkRequest(task, LAST, input, null);
    }

    /** From another time the task began, counted from 1. */
    public ForkRequest withRun(int newRun) {
        return new ForkRequest(task, newRun, input, idempotencyKey);
    }

    /** With this idempotency key. */
    public ForkRequest withIdempotencyKey(String key) {
        return new ForkRequest(task, run, input, key);
    }
}
