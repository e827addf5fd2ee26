package dev.cairn.time;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Limits how often a message is logged about each of many things, and about how many of them. Thread-safe. */
public final class KeyedRateLimiter {

    private final TimeSource time;
    private final long millis;
    private final int maxKeys;
    /** When the message was logged last, by key; the earliest first. Guarded by itself. */
    private final Map<String, Long> loggedAtMillis = new LinkedHashMap<>();

    /** The message is logged at most once for a key, and for at most {@code maxKeys} keys, in {@code millis} ms of elapsed time. */
    public KeyedRateLimiter(TimeSource time, long millis, int maxKeys) {
        this.time = time;
        this.millis = millis;
        this.maxKeys = maxKeys;
    }

    /** True if the caller is to log the message about a key now. */
    public boolean isDue(String key) {
        long now = time.elapsedMillis();
        synchronized (loggedAtMillis) {
            Iterator<Long> earliest = loggedAtMillis.values().iterator();
            while (earliest.hasNext() && now - earliest.next() >= millis) {
                earliest.remove();
            }
            return loggedAtMillis.size() < maxKeys && loggedAtMillis.putIfAbsent(key, now) == null;
        }
    }
}
