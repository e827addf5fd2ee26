package dev.cairn.engine.event.gather;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnException;
import dev.cairn.engine.concurrent.SizedItemPermits;

/** Bounds the events on their way to sets, on this node. Thread-safe. */
final class EventSetPermits {

    private static final int MAX_EVENTS = 1_024;
    private static final int MAX_BYTES = (int) Math.min(64 << 20, Runtime.getRuntime().maxMemory() / 16);
    /** Events that wait until another one of the same sets is written: slow sets leave room for others. */
    private static final int MAX_WAITING_OF_KEY = 64;

    private final SizedItemPermits permits = new SizedItemPermits(MAX_EVENTS, MAX_BYTES);
    /** Events of each key. */
    private final ConcurrentMap<String, Integer> byKey = new ConcurrentHashMap<>();

    /**
     * Lets an event in.
     *
     * @param size of the event, in bytes
     * @return null, and {@link #free} has to follow; or the refusal
     */
    CairnException take(String key, int size, JsonNode event) {
        if (byKey.merge(key, 1, Integer::sum) > 1 + MAX_WAITING_OF_KEY) {
            left(key);
            return EventSetQuota.refusal(event, MAX_WAITING_OF_KEY + " events wait for the same sets on this node");
        }
        if (permits.take(size)) {
            return null;
        }
        left(key);
        return EventSetQuota.refusal(event,
                MAX_EVENTS + " events, or " + MAX_BYTES + " bytes of them, are on their way to sets on this node");
    }

    /** An event that was let in has a place, or has failed. */
    void free(String key, int size) {
        permits.free(size);
        left(key);
    }

    private void left(String key) {
        byKey.computeIfPresent(key, (same, count) -> count == 1 ? null : count - 1);
    }
}
