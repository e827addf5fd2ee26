package dev.cairn.quarkus.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.QuotedTextException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;

/** An event loop has no long search for secrets to do. */
class LargeOutcomeMoverTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String SECRET = "correct horse";

    private static Vertx vertx;

    @BeforeAll
    static void open() {
        vertx = Vertx.vertx();
    }

    @AfterAll
    static void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @ParameterizedTest
    @CsvSource({ "60_000, true", "70_000, false" })
    void aLargeAnswerIsConcealedByAWorker(String chars, boolean onEventLoop) {
        JsonNode answer = JsonNodeFactory.instance.objectNode().put("text", SECRET + "x".repeat(number(chars)));

        assertThat(onEventLoop(concealing(Uni.createFrom().item(answer)))).isEqualTo(onEventLoop);
        assertThat(onEventLoop(new TokenConcealer().concealing(SECRET, Uni.createFrom().item(answer)))).isEqualTo(onEventLoop);
    }

    @Test
    void anErrorIsConcealedByAWorker() {
        QuotedTextException error = new QuotedTextException(SECRET,
                text -> WorkflowError.of(Standard.COMMUNICATION, "Refused", text, "/do/0/pay"));

        assertThat(onEventLoop(concealing(Uni.createFrom().failure(error)))).isFalse();
        assertThat(onEventLoop(new TokenConcealer().concealing(SECRET, Uni.createFrom().failure(error)))).isFalse();
    }

    @Test
    void withoutAFreeWorkerTheOutcomeStays() {
        JsonNode answer = TextNode.valueOf("x".repeat(70_000));

        assertThat(onEventLoop(LargeOutcomeMover.offEventLoop(Uni.createFrom().item(answer), work -> {
            throw new RejectedExecutionException();
        }))).isTrue();
    }

    private static int number(String chars) {
        return Integer.parseInt(chars.replace("_", ""));
    }

    private static Uni<JsonNode> concealing(Uni<JsonNode> outcome) {
        ApplicationSecrets secrets = new ApplicationSecrets();
        secrets.configure(Map.of(), Map.of(), List.of());
        secrets.replace("token", Map.of("value", SECRET));
        return new ConcealingPerformer(call -> outcome, secrets)
                .perform(new EffectCall("i", "shop:orders", "1.0.0", "/do/0/pay", "key", TextNode.valueOf(SECRET)));
    }

    /** True if an outcome that an event loop gives ends on one. */
    private static boolean onEventLoop(Uni<JsonNode> outcome) {
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        vertx.runOnContext(begun -> outcome.subscribe().with(answer -> {
            assertThat(answer.toString()).doesNotContain(SECRET);
            ended.complete(Context.isOnEventLoopThread());
        }, failure -> ended.complete(Context.isOnEventLoopThread())));
        return ended.orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
    }
}
