package dev.cairn.integrations.grpc.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import io.vertx.core.Context;
import io.vertx.core.Vertx;

/** Calls that send a stream of messages. */
class GrpcStreamTest {

    private NotesCaller caller;

    @BeforeEach
    void open() throws IOException {
        caller = new NotesCaller(Map.of());
    }

    @AfterEach
    void close() {
        caller.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', value = {
            "[{\"text\": \"a\"}, {\"text\": \"b\"}, {}] | 3 | [\"a\",\"b\",\"\"]", "[] | 0 | []" })
    void sendsAStream(String messages, int count, String tags) {
        JsonNode answer = caller.call("{\"method\": \"Gather\", \"arguments\": " + messages + "}");

        assertThat(answer.path("count").intValue()).isEqualTo(count);
        assertThat(answer.path("tags")).hasToString(tags);
    }

    @Test
    void sendsAStreamWithoutMessages() {
        assertThat(caller.call("{\"method\": \"Gather\"}").path("count").intValue()).isZero();
        assertThat(caller.call("{\"method\": \"Chat\"}")).hasToString("[]");
    }

    @Test
    void sendsAndCollectsStreams() {
        JsonNode answer = caller.call("""
                {"method": "Chat", "arguments": [{"text": "a"}, {"text": "b", "count": 2}, {"text": "c"}]}""");

        assertThat(answer.findValuesAsText("text")).containsExactly("a", "b", "b", "c");
    }

    @Test
    void endsWithAStreamThatTheServerEnds() {
        WorkflowError error = caller.error("{\"method\": \"Chat\", \"arguments\": [{\"text\": \"status NOT_FOUND\"}"
                + ", {\"text\": \"more\"}".repeat(2_000) + "]}");

        assertThat(error.status()).isEqualTo(404);
    }

    /** The conversion fails where it happens. */
    @ParameterizedTest
    @CsvSource({ "50, true", "5000, false" })
    void convertsManySmallMessagesOnAWorker(int messages, boolean inline) {
        String arguments = "{\"method\": \"Gather\", \"arguments\": [" + "{}, ".repeat(messages) + "{\"count\": \"?\"}]}";
        CompletableFuture<Boolean> onEventLoop = new CompletableFuture<>();
        Vertx vertx = Vertx.vertx();
        try {
            vertx.runOnContext(started -> caller.perform(arguments).subscribe().with(
                    answer -> onEventLoop.completeExceptionally(new AssertionError("The server has answered")),
                    unfit -> onEventLoop.complete(Context.isOnEventLoopThread())));

            assertThat(onEventLoop.orTimeout(NotesCaller.PATIENCE.toSeconds(), TimeUnit.SECONDS).join()).isEqualTo(inline);
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().join();
        }
    }

    @Test
    void limitsStreamsOfBothDirections() throws IOException {
        caller.close();
        caller = new NotesCaller(Map.of("max-stream-messages", "5", "max-request-size", "100"));

        assertThat(caller.error("{\"method\": \"Chat\", \"arguments\": [{}, {}, {}, {}, {}, {}]}").detail())
                .isEqualTo("The request has 6 messages; quarkus.cairn.grpc.max-stream-messages allows 5");
        assertThat(caller.error("{\"method\": \"Gather\", \"arguments\": [{\"text\": \"" + "x".repeat(60) + "\"}, {\"text\": \""
                + "x".repeat(60) + "\"}]}").detail()).contains("quarkus.cairn.grpc.max-request-size allows 100");
        assertThat(caller.server().headers).isEmpty();
        assertThat(caller.error("{\"method\": \"Chat\", \"arguments\": [{\"count\": 3}, {\"count\": 3}]}").detail())
                .isEqualTo("notes.Notes/Chat was answered with more than 5 messages");
    }
}
