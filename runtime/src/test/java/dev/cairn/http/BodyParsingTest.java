package dev.cairn.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import jakarta.ws.rs.core.MediaType;

import org.junit.jupiter.api.Test;

import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** An event loop parses small bodies alone. */
class BodyParsingTest {

    private final List<Runnable> workers = new ArrayList<>();
    private final List<Runnable> eventLoop = new ArrayList<>();

    private UniAssertSubscriber<JsonPayload> parse(String body) {
        return RequestBodyReader
                .parsed(MediaType.APPLICATION_JSON_TYPE, body.getBytes(StandardCharsets.UTF_8), this::onWorker, eventLoop::add)
                .subscribe().withSubscriber(UniAssertSubscriber.create());
    }

    private Uni<JsonPayload> onWorker(Uni<JsonPayload> parsing) {
        return parsing.runSubscriptionOn(workers::add);
    }

    @Test
    void aSmallBodyIsParsedAtOnce() {
        assertThat(parse("{\"n\":1}").assertCompleted().getItem().tree().get("n").asInt()).isEqualTo(1);
        assertThat(workers).isEmpty();
    }

    @Test
    void aLargeBodyIsParsedByAWorkerAndGoesOnOnTheEventLoop() {
        UniAssertSubscriber<JsonPayload> parsed = parse("{\"text\":\"" + "x".repeat(100_000) + "\"}");
        parsed.assertNotTerminated();
        workers.remove(0).run();
        parsed.assertNotTerminated();
        eventLoop.remove(0).run();
        assertThat(parsed.assertCompleted().getItem().tree().get("text").asText()).hasSize(100_000);
    }

    @Test
    void aLargeBodyThatIsNoJsonIsRefused() {
        UniAssertSubscriber<JsonPayload> parsed = parse("x".repeat(100_000));
        workers.remove(0).run();
        eventLoop.remove(0).run();
        parsed.assertFailedWith(HttpProblemException.class);
    }
}
