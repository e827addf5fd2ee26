package dev.cairn.effect.http;

import static dev.cairn.effect.http.HttpTestServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.port.EffectCall;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;

/** The bytes of bodies: their length, their charset and the numbers in them. */
class HttpBodyTest {

    /** The last request of the server. */
    private volatile HttpServerRequest seen;
    private volatile Buffer received;

    private final Vertx vertx = Vertx.vertx();
    private final HttpTestServer server = new HttpTestServer(vertx, this::answer);
    private final HttpPerformer performer = new HttpPerformer(vertx, HttpClientSettings.DEFAULTS, HttpTestServer.NO_GUARD);

    @AfterEach
    void close() {
        performer.close();
        server.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @ParameterizedTest
    @CsvSource({ "POST, 0", "PUT, 0", "patch, 0", "QUERY, 0", "DELETE, ", "GET, ", "HEAD, " })
    void aMethodThatHasContentSaysThatItHasNone(String method, String length) {
        for (String body : new String[] { "", ", \"body\": null" }) {
            perform("/", "{\"method\": \"" + method + "\"" + body + "}");

            assertThat(seen.getHeader("Content-Length")).isEqualTo(length);
            assertThat(seen.headers().contains("Transfer-Encoding")).isFalse();
            assertThat(seen.headers().contains("Content-Type")).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({ "application/json; charset=ISO-8859-1, ISO-8859-1", "application/problem+json;charset=\"utf-16le\", UTF-16LE",
            "application/json, UTF-8", "application/json; charset=UTF8, UTF-8" })
    void jsonIsSentInItsCharset(String contentType, String charset) {
        perform("/", post(contentType, "{\"name\": \"Ä\"}"));

        assertThat(received.getBytes()).isEqualTo("{\"name\":\"Ä\"}".getBytes(Charset.forName(charset)));
    }

    @ParameterizedTest
    @CsvSource({ "text/plain; charset=ISO-8859-1, €", "text/plain; charset=us-ascii, ä",
            "application/json; charset=ISO-8859-1, €",
            "text/plain; charset=x-none, a", "application/json; charset=x-none, a", "text/plain, \ud83d",
            "application/x-own; charset=ISO-8859-1, €" })
    void whatItsCharsetWouldLoseIsNotSent(String contentType, String text) {
        WorkflowError error = catchThrowableOfType(WorkflowException.class,
                () -> perform("/", post(contentType, json("\"" + text + "\"").toString()))).error();

        assertThat(error.type()).isEqualTo(Standard.VALIDATION.type());
        assertThat(error.detail()).contains("charset").doesNotContain(text + text);
        assertThat(server.connections).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = { "/json?charset=ISO-8859-1", "/json?charset=UTF-16", "/json?charset=utf-8",
            "/text?charset=ISO-8859-1", "/text?charset=UTF-16LE" })
    void anAnswerIsReadInItsCharset(String path) {
        JsonNode content = perform(path, "{}");

        assertThat(content.isTextual() ? content.textValue() : content.path("name").textValue()).isEqualTo("Größe");
    }

    @Test
    void anAnswerThatIsNotInItsCharsetIsNoJson() {
        WorkflowError error = catchThrowableOfType(WorkflowException.class,
                () -> perform("/json?charset=ISO-8859-1&label=US-ASCII", "{}")).error();

        assertThat(error.type()).isEqualTo(Standard.COMMUNICATION.type());
        assertThat(error.detail()).contains("US-ASCII");
    }

    @Test
    void numbersAreSentAsJqPrintsThem() {
        perform("/", """
                {"method": "POST", "body": [20000010.0, 5.0, 1e-05, 1e300, 0.5, 12345678901234567890123],
                 "query": {"n": [20000010.0, 5.0, 1e-05, 12345678901234567890123]},
                 "headers": {"X-N": 20000010.0, "X-M": 5.0}}""");

        assertThat(received.toString()).isEqualTo("[20000010,5,1e-05,1e+300,0.5,12345678901234567890123]");
        assertThat(seen.query()).isEqualTo("n=20000010&n=5&n=1e-05&n=12345678901234567890123");
        assertThat(seen.getHeader("X-N")).isEqualTo("20000010");
        assertThat(seen.getHeader("X-M")).isEqualTo("5");
    }

    private static String post(String contentType, String body) {
        ObjectNode arguments = (ObjectNode) json("{\"method\": \"POST\"}");
        arguments.putObject("headers").put("Content-Type", contentType);
        arguments.set("body", json(body));
        return arguments.toString();
    }

    private JsonNode perform(String path, String arguments) {
        EffectCall call = server.call(path, arguments);
        return performer.perform(call).await().atMost(Duration.ofSeconds(10));
    }

    private void answer(HttpServerRequest request) {
        request.body().onSuccess(body -> {
            seen = request;
            received = body;
            String charset = request.getParam("charset", StandardCharsets.UTF_8.name());
            boolean asJson = request.path().equals("/json");
            request.response()
                    .putHeader("Content-Type", (asJson ? "application/json" : "text/plain") + ";charset="
                            + request.getParam("label", charset))
                    .end(Buffer.buffer((asJson ? "{\"name\": \"Größe\"}" : "Größe").getBytes(Charset.forName(charset))));
        });
    }
}
