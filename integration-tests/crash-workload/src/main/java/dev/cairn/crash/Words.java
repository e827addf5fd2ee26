package dev.cairn.crash;

import java.net.URI;
import java.nio.charset.StandardCharsets;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

import dev.cairn.api.EventBus;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.Uni;

/** Publishes what clients say, on the node that they ask. */
@Path("/words")
public class Words {

    /** The beginning of the start of words that stand in a set, and that start an instance together. */
    private static final String OF_SET = "set-";

    private final EventBus events;

    Words(EventBus events) {
        this.events = events;
    }

    /**
     * An event for one instance.
     *
     * @param start of the instance that listens for it; an event whose start begins with {@value #OF_SET} stands in a set of three
     * @param number of the event, from 1
     */
    public record Word(String start, int number) {}

    /** Answers when the instance has it durably, wherever it is. */
    @POST
    public Uni<Void> say(Word word) {
        String data = "{\"start\":\"" + word.start() + "\",\"number\":" + word.number() + "}";
        return events.publish(CloudEventBuilder.v1().withId(word.start() + "-" + word.number()).withSource(URI.create("/words"))
                .withType(word.start().startsWith(OF_SET) ? "crash.piece" : "crash.word")
                .withData("application/json", data.getBytes(StandardCharsets.UTF_8)).build())
                .replaceWithVoid();
    }
}
