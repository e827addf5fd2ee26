package dev.cairn.engine.operation;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import dev.cairn.api.CairnException;
import dev.cairn.engine.instance.CommandRejections;

/** Bounds the callers of this node that wait for the same instance, and for any: each is in memory, with its values. Thread-safe. */
final class InstanceCallerLimiter {

    /** Maximum number of callers that wait for the same instance. */
    static final int MAX_CALLERS = 1_000;
    /** Maximum number of callers of this node. */
    static final int MAX_NODE_CALLERS = 10_000;
    /** Maximum size of the values of all callers, except that a single caller may have larger ones. */
    static final long MAX_NODE_BYTES = 64L << 20;

    private final ConcurrentMap<String, Integer> callers = new ConcurrentHashMap<>();
    private final AtomicInteger nodeCallers = new AtomicInteger();
    private final AtomicLong nodeBytes = new AtomicLong();

    /**
     * A caller begins to wait.
     *
     * @param bytes size of the values of the caller
     * @throws CairnException {@code OVERLOADED} if too many wait already
     */
    void enter(String id, int bytes) {
        int allCallers = nodeCallers.incrementAndGet();
        long allBytes = nodeBytes.addAndGet(bytes);
        try {
            if (allCallers > MAX_NODE_CALLERS || allCallers > 1 && allBytes > MAX_NODE_BYTES) {
                throw CommandRejections.tooManyCallersOfNode(id, allCallers - 1, allBytes - bytes);
            }
            callers.compute(id, (instance, waiting) -> {
                if (waiting != null && waiting >= MAX_CALLERS) {
                    throw CommandRejections.tooManyCallers(instance, waiting);
                }
                return waiting == null ? 1 : waiting + 1;
            });
        } catch (CairnException refused) {
            leaveNode(bytes);
            throw refused;
        }
    }

    /** A caller that was admitted does not wait any more. */
    void leave(String id, int bytes) {
        callers.computeIfPresent(id, (instance, waiting) -> waiting == 1 ? null : waiting - 1);
        leaveNode(bytes);
    }

    private void leaveNode(int bytes) {
        nodeCallers.decrementAndGet();
        nodeBytes.addAndGet(-bytes);
    }
}
