package dev.cairn.engine.port;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Bearer tokens of callers, each for as long as its request waits for the answer of an instance. They are in memory alone. Bounded by the
 * number of waiting requests. Thread-safe.
 */
public final class CallerTokenRegistry {

    private final Map<String, String> tokens = new ConcurrentHashMap<>();

    /** Keeps the token of the caller that waits for an instance, until {@link #drop}. */
    public void keep(String instanceId, String token) {
        tokens.put(instanceId, token);
    }

    /** The caller of an instance waits no longer. */
    public void drop(String instanceId) {
        tokens.remove(instanceId);
    }

    /** The token of the caller that waits for an instance, or null. */
    public String token(String instanceId) {
        return tokens.get(instanceId);
    }
}
