package dev.cairn.effect.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.engine.port.ErrorResponseException;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;

/** An error that is an answer has that answer, bounded. */
class HttpErrorResponseTest {

    private final Vertx vertx = Vertx.vertx();
    private final HttpTestServer server = new HttpTestServer(vertx, HttpErrorResponseTest::answer);
    private final HttpPerformer performer = new HttpPerformer(vertx, HttpClientSettings.DEFAULTS, HttpTestServer.NO_GUARD);

    @AfterEach
    void close() {
        performer.close();
        server.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void hasStatusHeadersAndAStructuredBody() {
        JsonNode response = response("/problem");

        assertThat(response.get("status").intValue()).isEqualTo(429);
        assertThat(response.get("headers").get("x-many").textValue()).isEqualTo("a, b");
        assertThat(response.get("headers").get("retry-after").textValue()).isEqualTo("7");
        assertThat(response.get("body").get("left").intValue()).isEqualTo(3);
        assertThat(response.has("truncated")).isFalse();
    }

    @Test
    void hasADateThatRetryAfterCountsFrom() {
        assertThat(response("/problem").get("headers").get("date").textValue()).endsWith(" GMT");
    }

    @Test
    void hasNoCookies() {
        assertThat(response("/problem").get("headers").has("set-cookie")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = { "text/plain", "application/json" })
    void aLongBodyIsTextThatIsCut(String type) {
        JsonNode response = response("/long?type=" + type);

        assertThat(response.get("body").textValue()).hasSize(ErrorResponseException.MAX_BODY_SIZE - 1).startsWith("\"xx")
                .endsWith("x");
        assertThat(response.get("truncated").booleanValue()).isTrue();
    }

    @Test
    void aBodyThatIsNoJsonIsText() {
        assertThat(response("/no-json").get("body").textValue()).isEqualTo("{oh");
    }

    @Test
    void otherContentIsBase64AndNoneIsNull() {
        assertThat(response("/bytes").get("body").textValue()).isEqualTo("AP8=");
        assertThat(response("/nothing").get("body").isNull()).isTrue();
    }

    private JsonNode response(String path) {
        return catchThrowableOfType(ErrorResponseException.class,
                () -> performer.perform(server.get(path)).await().atMost(Duration.ofSeconds(10))).response();
    }

    private static void answer(HttpServerRequest request) {
        request.response().setStatusCode(429);
        switch (request.path()) {
            case "/problem" -> {
                request.response().headers().add("X-Many", "a").add("X-Many", "b").add("Set-Cookie", "session=1");
                request.response().putHeader("Retry-After", "7")
                        .putHeader("Content-Type", "application/problem+json; charset=utf-8")
                        .end("{\"left\": 3}");
            }
            // A surrogate pair is where the text is cut.
            case "/long" -> request.response().putHeader("Content-Type", request.getParam("type"))
                    .end("\"" + "x".repeat(ErrorResponseException.MAX_BODY_SIZE - 2) + "\ud83d\ude00".repeat(40_000) + "\"");
            case "/no-json" -> request.response().putHeader("Content-Type", "application/json").end("{oh");
            case "/bytes" -> request.response().end(Buffer.buffer(new byte[] { 0, -1 }));
            default -> request.response().end();
        }
    }
}
