package dev.cairn.effect.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.effect.command.CommandPerformer;
import dev.cairn.effect.command.CommandPerformerSettings;
import dev.cairn.effect.http.HttpClientSettings;
import dev.cairn.effect.http.HttpPerformer;
import dev.cairn.effect.outbound.OutboundPolicy;
import dev.cairn.effect.outbound.OutboundRules;
import dev.cairn.quarkus.secret.SecretsFixture;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;

/** Errors quote a part of the other side's text: no part of a secret may remain where it was cut. */
class ConcealedQuotesTest {

    private static final String SECRET = "0123456789abcdefghijklmnopqrstuvwxyzABCD";
    private static final String KEY = "-----BEGIN KEY-----\nMIIE/vQ=\n\n  AAAB\n-----END KEY-----\n";

    private final Vertx vertx = Vertx.vertx();
    private final HttpServer server = vertx.createHttpServer().requestHandler(ConcealedQuotesTest::refuse)
            .listen(0, "127.0.0.1").toCompletionStage().toCompletableFuture().join();
    private final HttpPerformer http = new HttpPerformer(vertx, HttpClientSettings.DEFAULTS,
            new OutboundPolicy(OutboundRules.of(List.of(), true), host -> Uni.createFrom().nothing(), refusal -> {},
                    UnaryOperator.identity()));
    private final ExecutorService workers = Executors.newCachedThreadPool();
    private final CommandPerformer commands = new CommandPerformer(
            new CommandPerformerSettings(true, Map.of(), 60_000, 100_000, List.of()),
            workers, (delay, action) -> () -> {}, () -> false);

    @AfterEach
    void close() {
        commands.close();
        workers.shutdownNow();
        http.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void theBeginningOfAnAnswer() {
        WorkflowError error = echoed(SECRET, "x".repeat(280) + SECRET);

        assertThat(error.detail()).endsWith(": " + "x".repeat(280) + "***").doesNotContain("0123");
    }

    @Test
    void linesOfAnAnswer() {
        assertThat(echoed(KEY, "no such key: " + KEY.strip() + "!").detail()).endsWith("no such key: ***!");
        assertThat(echoed(KEY, "{\"given\":\"" + KEY.replace("\n", "\\n") + "\"}").detail()).endsWith("{\"given\":\"***\"}");
    }

    @Test
    void theEndOfWhatACommandSaid() {
        ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("interpreter", "shell").put("return", "stdout")
                .put("code", "printf '%s%0490d' \"$KEY\" 0 >&2; exit 3");
        arguments.putObject("environment").put("KEY", SECRET);

        assertThat(new SecretsFixture(SECRET).error(commands, arguments).detail())
                .isEqualTo("CAIRN-0724: The command ended with code 3: ***" + "0".repeat(490));
    }

    @Test
    void aUriThatIsNone() {
        for (String secret : List.of(SECRET, "01234567?bcdefgh", "//0123@45678")) {
            String uri = "http://127.0.0.1/ " + "x".repeat(170) + "/" + secret;
            WorkflowError error = new SecretsFixture(secret).error(http,
                    JsonNodeFactory.instance.objectNode().put("method", "GET").put("uri", uri));

            assertThat(error.detail()).startsWith("This is no URI (").endsWith("xxx/***\"").doesNotContain("0123", "4567");
        }
    }

    private WorkflowError echoed(String secret, String answer) {
        ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("method", "POST")
                .put("uri", "http://127.0.0.1:" + server.actualPort() + "/").put("body", answer);
        arguments.putObject("headers").put("Content-Type", "text/plain");
        return new SecretsFixture(secret).error(http, arguments);
    }

    private static void refuse(HttpServerRequest request) {
        request.bodyHandler(body -> request.response().setStatusCode(400).putHeader("Content-Type", "text/plain").end(body));
    }
}
