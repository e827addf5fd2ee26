package dev.cairn.traced.file;

import java.net.URI;
import java.util.UUID;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;

/** Events that tests publish. */
final class ToldEvents {

    private ToldEvents() {}

    /** The event that an instance of {@code hears} with this key waits for. */
    static CloudEvent told(String key) {
        return event("traced.told", key);
    }

    /** The event that starts an instance of {@code starts}. */
    static CloudEvent starting(String key) {
        return event("traced.starting", key);
    }

    private static CloudEvent event(String type, String key) {
        return CloudEventBuilder.v1().withId(UUID.randomUUID().toString()).withSource(URI.create("/test"))
                .withType(type)
                .withData("application/json", ("{\"key\": \"" + key + "\"}").getBytes()).build();
    }
}
