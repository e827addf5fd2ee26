package dev.cairn.extension.production;

import java.net.URI;
import java.time.Duration;

import jakarta.inject.Inject;

import dev.cairn.api.EventBus;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;

/** Publishes an event for each argument, and ends. */
@QuarkusMain
public class EventMain implements QuarkusApplication {

    @Inject
    EventBus events;

    @Override
    public int run(String... ids) {
        for (String id : ids) {
            events.publish(CloudEventBuilder.v1().withId(id).withSource(URI.create("/")).withType("said").build())
                    .await().atMost(Duration.ofSeconds(20));
        }
        return 0;
    }
}
