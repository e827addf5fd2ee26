package dev.cairn.effect.http;

import static dev.cairn.effect.http.HttpTestServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.engine.port.EffectCall;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;

/** Requests, and the handling of answers. */
class HttpPerformerTest {

    private final Vertx vertx = Vertx.vertx();
    private final HttpTestServer server = new HttpTestServer(vertx, HttpPerformerTest::answer);
    private final HttpPerformer performer = new HttpPerformer(vertx, HttpClientSettings.DEFAULTS, HttpTestServer.NO_GUARD);

    @AfterEach
    void close() {
        performer.close();
        server.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void jsonIsReadAsTree() {
        assertThat(perform(server.get("/json"))).isEqualTo(json("{\"id\": 1, \"tags\": [\"a\", null]}"));
        assertThat(perform(server.get("/problem")).path("title").textValue()).isEqualTo("fine");
    }

    @Test
    void aStringThatLooksLikeJsonStaysText() {
        JsonNode content = perform(server.get("/text"));

        assertThat(content.isTextual()).isTrue();
        assertThat(content.textValue()).isEqualTo("{\"a\": 1} ä");
    }

    @Test
    void textIsReadInItsCharset() {
        assertThat(perform(server.get("/latin")).textValue()).isEqualTo("Größe");
    }

    @Test
    void compressedContentIsReadAndAskedFor() {
        assertThat(perform(server.get("/gzip")).textValue()).startsWith("asked for deflate, gzip");
        assertThat(perform(server.call("/gzip", "{\"headers\": {\"Accept-Encoding\": \"identity\"}}")).textValue())
                .isEqualTo("asked for identity");
    }

    @Test
    void otherContentIsBase64() {
        assertThat(perform(server.get("/binary")).textValue()).isEqualTo("AAH/");
    }

    @ParameterizedTest
    @CsvSource({ "/empty, GET", "/json, HEAD" })
    void noContentIsNull(String path, String method) {
        assertThat(perform(server.call(path, "{\"method\": \"" + method + "\"}")).isNull()).isTrue();
    }

    @Test
    void rawIsTheBodyInBase64() {
        String raw = perform(server.call("/json", "{\"output\": \"raw\"}")).textValue();

        assertThat(new String(Base64.getDecoder().decode(raw), StandardCharsets.UTF_8))
                .isEqualTo("{\"id\": 1, \"tags\": [\"a\", null]}");
    }

    @Test
    void responseHasRequestStatusHeadersAndContent() {
        JsonNode response = perform(server.call("/json?a=1", """
                {"output": "response", "headers": {"Authorization": "Bearer s3cret", "X-Trace": 7}}"""));

        assertThat(response.path("statusCode").intValue()).isEqualTo(200);
        assertThat(response.path("content").path("id").intValue()).isEqualTo(1);
        assertThat(response.path("headers").path("content-type").textValue()).isEqualTo("application/json");
        assertThat(response.path("headers").path("x-many").textValue()).isEqualTo("one, two");
        JsonNode request = response.path("request");
        assertThat(request.path("method").textValue()).isEqualTo("get");
        assertThat(request.path("uri").textValue()).isEqualTo(server.uri("/json?a=1"));
        assertThat(request.path("headers").path("x-trace").textValue()).isEqualTo("7");
        assertThat(response.toString()).doesNotContain("s3cret");
    }

    @Test
    void aBodyIsSentAsJson() {
        JsonNode seen = perform(server.call("/echo", """
                {"method": "post", "body": {"name": "Ä", "n": [1, 2.50]}}"""));

        assertThat(seen.path("method").textValue()).isEqualTo("POST");
        assertThat(seen.path("headers").path("content-type").textValue()).isEqualTo("application/json");
        assertThat(json(seen.path("body").textValue())).isEqualTo(json("{\"name\": \"Ä\", \"n\": [1, 2.50]}"));
    }

    @Test
    void aStringIsSentAsItIsOnlyWithAContentTypeOfItsOwn() {
        JsonNode asJson = perform(server.call("/echo", "{\"method\": \"POST\", \"body\": \"hi\"}"));
        JsonNode asText = perform(server.call("/echo", """
                {"method": "POST", "body": "größer", "headers": {"content-type": "text/plain; charset=iso-8859-1"}}"""));

        assertThat(asJson.path("body").textValue()).isEqualTo("\"hi\"");
        assertThat(Base64.getDecoder().decode(asText.path("bytes").textValue()))
                .isEqualTo("größer".getBytes(StandardCharsets.ISO_8859_1));
    }

    @ParameterizedTest
    @CsvSource({ "'{}'", "'{\"body\": null}'" })
    void noBodyIsSentWithoutOne(String arguments) {
        JsonNode seen = perform(server.call("/echo", arguments));

        assertThat(seen.path("bytes").textValue()).isEmpty();
        assertThat(seen.path("headers").has("content-type")).isFalse();
    }

    @Test
    void queryParametersAreAppendedAndEncoded() {
        JsonNode seen = perform(server.call("/echo?x=1", """
                {"query": {"q": "a b&c=ä+", "id": [1, 2], "no": null, "on": true}}"""));

        assertThat(seen.path("uri").textValue()).isEqualTo("/echo?x=1&q=a%20b%26c%3D%C3%A4%2B&id=1&id=2&on=true");
    }

    @Test
    void theIdempotencyKeyIsSentUnlessTheDefinitionSendsOne() {
        JsonNode ours = perform(server.get("/echo"));
        JsonNode theirs = perform(server.call("/echo", "{\"headers\": {\"Idempotency-Key\": \"mine\"}}"));

        assertThat(ours.path("headers").path("idempotency-key").textValue()).isEqualTo("key-1");
        assertThat(theirs.path("headers").path("idempotency-key").textValue()).isEqualTo("mine");
    }

    @Test
    void aRedirectionIsAnAnswerWhenAskedFor() {
        JsonNode response = perform(server.call("/moved", "{\"redirect\": true, \"output\": \"response\"}"));

        assertThat(response.path("statusCode").intValue()).isEqualTo(302);
        assertThat(response.path("headers").path("location").textValue()).isEqualTo("/json");
    }

    @Test
    void aLongBodyIsReadWhole() {
        JsonNode content = perform(server.get("/long"));

        assertThat(content.size()).isEqualTo(100_000);
    }

    private JsonNode perform(EffectCall call) {
        return performer.perform(call).await().atMost(Duration.ofSeconds(10));
    }

    private static void answer(HttpServerRequest request) {
        switch (request.path()) {
            case "/json" -> request.response().putHeader("X-Many", "one").headers().add("X-Many", "two");
            case "/problem" -> request.response().putHeader("Content-Type", "application/problem+json; charset=utf-8");
            default -> request.response();
        }
        switch (request.path()) {
            case "/json" -> end(request, "application/json", Buffer.buffer("{\"id\": 1, \"tags\": [\"a\", null]}"));
            case "/problem" -> request.response().end("{\"title\": \"fine\"}");
            case "/text" -> end(request, "text/plain", Buffer.buffer("{\"a\": 1} ä"));
            case "/latin" -> end(request, "text/plain;charset=\"ISO-8859-1\"",
                    Buffer.buffer("Größe".getBytes(StandardCharsets.ISO_8859_1)));
            case "/gzip" -> request.response().putHeader("Content-Type", "text/plain").putHeader("Content-Encoding", "gzip")
                    .end(HttpTestServer.gzip("asked for " + request.getHeader("Accept-Encoding")));
            case "/binary" -> end(request, "image/x-none", Buffer.buffer(new byte[] { 0, 1, -1 }));
            case "/empty" -> request.response().setStatusCode(204).end();
            case "/moved" -> request.response().setStatusCode(302).putHeader("Location", "/json").end();
            case "/long" -> end(request, "application/json", Buffer.buffer("[" + "1,".repeat(99_999) + "1]"));
            case "/echo" -> request.body().onSuccess(body -> echo(request, body));
            default -> request.response().setStatusCode(404).end();
        }
    }

    private static void end(HttpServerRequest request, String contentType, Buffer body) {
        request.response().putHeader("Content-Type", contentType).end(body);
    }

    private static void echo(HttpServerRequest request, Buffer body) {
        ObjectNode seen = HttpTestServer.MAPPER.createObjectNode();
        seen.put("method", request.method().name());
        seen.put("uri", request.uri());
        seen.put("body", body.toString());
        seen.put("bytes", Base64.getEncoder().encodeToString(body.getBytes()));
        ObjectNode headers = seen.putObject("headers");
        request.headers().forEach((name, value) -> headers.put(name.toLowerCase(), value));
        end(request, "application/json", Buffer.buffer(seen.toString()));
    }
}
