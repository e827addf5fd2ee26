package dev.cairn.integrations.messaging.mapping;

import java.util.HashMap;
import java.util.Map;

/** Tells attributes of CloudEvents from the other headers of a message, by the prefixes that the AMQP binding of CloudEvents allows. */
final class CloudEventHeaders {

    private static final String[] PREFIXES = { "cloudEvents:", "cloudEvents_" };

    private final Map<String, String> attributes = new HashMap<>();
    private final Map<String, String> headers = new HashMap<>();

    CloudEventHeaders(Iterable<? extends Map.Entry<String, ?>> properties) {
        for (Map.Entry<String, ?> property : properties) {
            if (property.getValue() != null) {
                add(property.getKey(), property.getValue().toString());
            }
        }
    }

    private void add(String name, String value) {
        for (String prefix : PREFIXES) {
            if (name.startsWith(prefix)) {
                attributes.put(name.substring(prefix.length()), value);
                return;
            }
        }
        headers.put(name, value);
    }

    /** Attributes of CloudEvents, without their prefix. */
    Map<String, String> attributes() {
        return attributes;
    }

    Map<String, String> headers() {
        return headers;
    }
}
