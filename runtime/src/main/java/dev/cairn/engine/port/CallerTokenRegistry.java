package dev.cairn.engine.port;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Bearer tokens of callers, each for as long as a request with it waits for the answer of an instance. They are in memory alone. Bounded
 * by the number of waiting requests. Thread-safe.
 */
public final class CallerTokenRegistry {

    private final Map<String, WaitingToken> tokens = new ConcurrentHashMap<>();

    /** A token, and the number of requests with it that wait. */
    private record WaitingToken(String token, int requests) {}

    /**
     * Keeps the token of a request that waits for an instance, until {@link #drop}. The token of an
     * earlier request that still waits is kept, and another one is not.
     *
     * @return false if the token is not kept; then the request has nothing to drop
     */
    public boolean keep(String instanceId, String token) {
        return tokens.compute(instanceId, (id, kept) -> kept == null ? new WaitingToken(token, 1)
                : kept.token.equals(token) ? new WaitingToken(token, kept.requests + 1) : kept).token.equals(token);
    }

    /** A request whose token was kept waits no longer. */
    public void drop(String instanceId) {
        tokens.computeIfPresent(instanceId,
                (id, kept) -> kept.requests == 1 ? null : new WaitingToken(kept.token, kept.requests - 1));
    }

    /** The token of the requests that wait for an instance, or null. */
    public String token(String instanceId) {
        WaitingToken kept = tokens.get(instanceId);
        return kept == null ? null : kept.token;
    }
}
