package dev.cairn.application;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.api.HttpTrigger;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;

/** A body that is too large is refused, with and without a stated length, and a large one within the limit is read. */
@QuarkusTest
class HttpBodyLimitTest {

    /** Equals quarkus.http.limits.max-body-size in application.properties. */
    private static final int LIMIT = 100_000;

    @Inject
    Vertx vertx;

    @TestHTTPResource("/echo")
    URI echo;

    @Workflow(name = "echo")
    @HttpTrigger(path = "/echo")
    static class Echo {
        static Flow define() {
            return flow(set("echo", "."));
        }
    }

    @Test
    void refusesABodyOfAStatedLength() throws Exception {
        refused(post(BodyPublishers.ofByteArray(text(LIMIT + 1))));
    }

    @Test
    void refusesABodyOfNoStatedLength() throws Exception {
        refused(post(chunked(text(LIMIT + 1))));
    }

    /** A parser of JSON would take it in, as another character than who sent it may have checked. */
    @Test
    void refusesABodyThatIsNoUtf8() throws Exception {
        byte[] overlong = text(100);
        overlong[40] = (byte) 0xC0;
        overlong[41] = (byte) 0xAF;
        HttpResponse<byte[]> response = post(BodyPublishers.ofByteArray(overlong));

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(new String(response.body(), StandardCharsets.UTF_8))
                .contains("byte 40 (from 0) begins no character of UTF-8");
    }

    @Test
    void readsABodyThatIsJustNotTooLarge() throws Exception {
        for (BodyPublisher body : new BodyPublisher[] { BodyPublishers.ofByteArray(text(LIMIT)), chunked(text(LIMIT)) }) {
            HttpResponse<byte[]> response = post(body);

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).isEqualTo(text(LIMIT));
        }
    }

    /** RFC 9113, section 8.2.2: what says how a connection goes on would make the answer malformed. */
    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void refusesItInHttp2(boolean statesLength) {
        HttpClientOptions http2 = new HttpClientOptions().setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false);
        io.vertx.core.http.HttpClient client = vertx.createHttpClient(http2);
        try {
            String answer = client.request(HttpMethod.POST, echo.getPort(), echo.getHost(), echo.getPath()).compose(request -> {
                request.putHeader("Content-Type", "application/json");
                if (statesLength) {
                    request.putHeader("Content-Length", LIMIT + 1 + "");
                } else {
                    request.setChunked(true);
                }
                request.write(Buffer.buffer(text(LIMIT + 1)));
                return request.response();
            }).compose(response -> response.body().map(body -> response.statusCode() + " " + body))
                    .toCompletionStage().toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();

            assertThat(answer).startsWith("413 ").contains("\"status\":413");
        } finally {
            client.close();
        }
    }

    private static void refused(HttpResponse<byte[]> response) {
        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(new String(response.body(), StandardCharsets.UTF_8)).contains("\"status\":413");
    }

    private HttpResponse<byte[]> post(BodyPublisher body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(echo).header("Content-Type", "application/json").POST(body).build();
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build().send(request, BodyHandlers.ofByteArray());
    }

    private static BodyPublisher chunked(byte[] text) {
        return BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(text));
    }

    /** A JSON string of this length. */
    private static byte[] text(int length) {
        return ('"' + "x".repeat(length - 2) + '"').getBytes(StandardCharsets.UTF_8);
    }
}
