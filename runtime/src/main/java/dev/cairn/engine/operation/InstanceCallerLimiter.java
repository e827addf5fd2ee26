package dev.cairn.engine.operation;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import dev.cairn.engine.instance.CommandRejections;

/** Bounds the number of callers of this node that wait for the same instance: each is in memory. Thread-safe. */
final class InstanceCallerLimiter {

    private static final int MAX_CALLERS = 1_000;

    private final ConcurrentMap<String, Integer> callers = new ConcurrentHashMap<>();

    /**
     * A caller begins to wait.
     *
     * @throws dev.cairn.api.CairnException {@code OVERLOADED} if too many wait already
     */
    void enter(String id) {
        callers.compute(id, (instance, waiting) -> {
            if (waiting != null && waiting >= MAX_CALLERS) {
                throw CommandRejections.tooManyCallers(instance, waiting);
            }
            return waiting == null ? 1 : waiting + 1;
        });
    }

    /** A caller that was admitted does not wait any more. */
    void leave(String id) {
        callers.computeIfPresent(id, (instance, waiting) -> waiting == 1 ? null : waiting - 1);
    }
}
