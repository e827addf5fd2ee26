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
        return JsonBodyReader
                .parse(MediaType.APPLICATION_JSON_TYPE, body.getBytes(StandardCharsets.UTF_8), this::onWorker,
                        () -> eventLoop::add)
                .uni().subscribe().withSubscriber(UniAssertSubscriber.create());
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
    void aSmallBodyThatIsNoJsonIsRefusedAtOnce() {
        parse("x").assertFailedWith(HttpProblemException.class);
        assertThat(workers).isEmpty();
    }

    /** One for bodies of starts and of the management API. */
    @Test
    void thereIsOneThreshold() {
        parse(text(JsonBodyReader.MAX_INLINE_BYTES)).assertCompleted();
        bytes(JsonBodyReader.MAX_INLINE_BYTES).assertCompleted();
        assertThat(workers).isEmpty();
        parse(text(JsonBodyReader.MAX_INLINE_BYTES + 1)).assertNotTerminated();
        assertThat(workers).hasSize(1);
        bytes(JsonBodyReader.MAX_INLINE_BYTES + 1).assertNotTerminated();
        assertThat(workers).hasSize(2);
    }

    /** A JSON text of a size. */
    private static String text(int bytes) {
        return "\"" + "x".repeat(bytes - 2) + "\"";
    }

    private UniAssertSubscriber<Integer> bytes(int bytes) {
        return JsonBodyReader.parsed(bytes, Uni.createFrom().item(bytes),
                parsing -> parsing.runSubscriptionOn(workers::add), eventLoop::add).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
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
