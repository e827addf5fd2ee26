package dev.cairn.effect.http;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Objects for connections, by host.
 *
 * @param others for all hosts that are not named
 * @param byHost names in lower case
 */
public record HttpConnectionRules<T>(T others, Map<String, T> byHost) {

    public HttpConnectionRules {
        byHost = Map.copyOf(byHost);
    }

    /** The same for all hosts. */
    static <T> HttpConnectionRules<T> of(T all) {
        return new HttpConnectionRules<>(all, Map.of());
    }

    /** The object for a host, or for all others if that is null. */
    T of(String host) {
        return host == null || byHost.isEmpty() ? others : byHost.getOrDefault(host.toLowerCase(Locale.ROOT), others);
    }

    <R> HttpConnectionRules<R> map(Function<T, R> change) {
        Map<String, R> changed = new HashMap<>();
        byHost.forEach((host, value) -> changed.put(host, change.apply(value)));
        return new HttpConnectionRules<>(change.apply(others), changed);
    }

    /** Does something with each host and its object; the host is null for all others. */
    void forEach(BiConsumer<String, T> action) {
        action.accept(null, others);
        byHost.forEach(action);
    }
}
