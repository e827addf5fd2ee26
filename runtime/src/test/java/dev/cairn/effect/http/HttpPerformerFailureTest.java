package dev.cairn.effect.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.quarkus.secret.SecretsFixture;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.dns.AddressResolverOptions;
import io.vertx.core.http.HttpServerRequest;

/** Each way in which a call goes wrong. */
class HttpPerformerFailureTest {

    private static final String COMMUNICATION = WorkflowError.Standard.COMMUNICATION.type();
    private static final HttpClientSettings HASTY = new HttpClientSettings(4, Duration.ofSeconds(2), Duration.ofMillis(300),
            Duration.ofSeconds(15), 1_000);
    private static final HttpClientSettings SMALL = new HttpClientSettings(4, Duration.ofSeconds(30), Duration.ofSeconds(30),
            Duration.ofSeconds(15), 1_000);

    private static final String SECRET = "correct-horse";

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setAddressResolverOptions(
            new AddressResolverOptions().addServer("127.0.0.1:" + closedPort()).setQueryTimeout(100).setMaxQueries(1)));
    private final HttpTestServer server = new HttpTestServer(vertx, HttpPerformerFailureTest::answer);
    private final HttpPerformer performer = new HttpPerformer(vertx, HttpClientSettings.DEFAULTS, HttpTestServer.NO_GUARD);
    private final HttpPerformer hasty = new HttpPerformer(vertx, HASTY, HttpTestServer.NO_GUARD);
    private final HttpPerformer small = new HttpPerformer(vertx, SMALL, HttpTestServer.NO_GUARD);

    @AfterEach
    void close() {
        performer.close();
        hasty.close();
        small.close();
        server.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @ParameterizedTest
    @ValueSource(ints = { 301, 400, 401, 404, 429, 500, 503 })
    void anyOtherStatusIsACommunicationErrorWithThatStatus(int status) {
        WorkflowError error = failure(performer, server.get("/status?code=" + status + "&token=s3cret"));

        assertThat(error.type()).isEqualTo(COMMUNICATION);
        assertThat(error.status()).isEqualTo(status);
        assertThat(error.instance()).isEqualTo("/do/0/ask");
        assertThat(error.title()).startsWith("HTTP status " + status + " ");
        assertThat(error.detail()).startsWith("GET " + server.uri("/status") + " was answered: no luck, ")
                .doesNotContain("s3cret")
                .hasSizeLessThan(HttpCallErrors.MAX_EXCERPT_CHARS + 100);
    }

    @ParameterizedTest
    @CsvSource({ "298, y, …", "299, '', …", "300, '', ''" })
    void anExcerptIsCutBetweenCharacters(int length, String more, String end) {
        String text = "x".repeat(length) + (length < 300 ? "\ud83d\ude00" + more : " \n");
        WorkflowError error = failure(performer, server.get("/echo?text=" + URLEncoder.encode(text, StandardCharsets.UTF_8)));

        assertThat(error.detail())
                .endsWith(": " + text.strip().substring(0, length) + (length == 298 ? "\ud83d\ude00" : "") + end);
    }

    @Test
    void aRedirectionAskedForDoesNotExcuseAnError() {
        assertThat(failure(performer, server.call("/status?code=400", "{\"redirect\": true}")).status()).isEqualTo(400);
    }

    @Test
    void nobodyListens() {
        assertBroken(failure(performer, HttpTestServer.callTo("http://127.0.0.1:" + closedPort())), "refused");
    }

    @Test
    void theHostIsUnknown() {
        assertBroken(failure(performer, HttpTestServer.callTo("http://nowhere.invalid/")), "nowhere.invalid");
    }

    @Test
    void theServerSpeaksNoTls() {
        assertBroken(failure(performer, HttpTestServer.callTo("https://127.0.0.1:" + server.port() + "/")), "https://");
    }

    @Test
    void theServerNeverAnswers() {
        WorkflowError error = failure(hasty, server.get("/silence"));

        assertBroken(error, "300 ms");
        assertThat(error.title()).isEqualTo("HTTP call timed out");
    }

    @Test
    void theServerStopsInTheMiddleOfItsAnswer() {
        assertBroken(failure(hasty, server.get("/half-then-silence")), "300 ms");
        assertBroken(failure(performer, server.get("/half-then-close")), "closed");
        assertBroken(failure(performer, server.get("/close")), "closed");
    }

    @ParameterizedTest
    @CsvSource({ "GET, 2", "POST, 1" })
    void onlyARequestThatChangesNothingIsSentOnceMore(String method, int requests) {
        assertBroken(failure(performer, server.call("/close", "{\"method\": \"" + method + "\"}")), "closed");

        assertThat(server.connections).hasValue(requests);
    }

    @ParameterizedTest
    @ValueSource(strings = { "/large", "/large-chunked", "/large-gzip" })
    void theAnswerIsTooLarge(String path) {
        assertBroken(failure(small, server.get(path)), "more than 1000 bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = { "content", "response" })
    void theAnswerSaysJsonAndIsNone(String output) {
        WorkflowError error = failure(performer, server.call("/no-json", "{\"output\": \"" + output + "\"}"));

        assertBroken(error, "/no-json");
        assertThat(error.title()).isEqualTo("HTTP answer is not valid JSON");
    }

    @Test
    void theAnswerHasAnUnknownEncoding() {
        WorkflowError error = failure(performer, server.get("/x-own"));

        assertBroken(error, "the content encoding x-own,");
        assertThat(error.title()).isEqualTo("HTTP answer has an unknown encoding");
    }

    @Test
    void anUnknownEncodingIsConcealedBeforeItIsCut() {
        WorkflowError error = new SecretsFixture(SECRET).error(performer, server.get("/x-echo?token=" + SECRET).arguments());

        assertBroken(error, "xx***, which");
    }

    @Test
    void theQueryOfAnUnusableUriIsNotShown() {
        assertThat(failure(performer, HttpTestServer.callTo("http://127.0.0.1/f?sign=AAAA\nBBBB&token=hidden")).detail())
                .endsWith("/f?…\"");
    }

    @ParameterizedTest
    @ValueSource(strings = { "ftp://127.0.0.1/", "file:///etc/passwd", "/relative", "127.0.0.1/x", "http://", "http://:80/",
            "http://127.0.0.1:70000/", "http://127.0.0.1/users/../x", "http://127.0.0.1/users/.", "http://127.0.0.1/%2E./x",
            "http://127.0.0.1/users/..;a=b/x", "http://127.0.0.1/users/..%2Fx", "http://127.0.0.1/users%2f../x",
            "http://127.0.0.1/users%5C%2e%2e%5cx", "http://user:pw@127.0.0.1/", "http://127.0.0.1/a b", "http://[::1/",
            "jar:http://x!/", "http://127.0.0.1/\ud83d" })
    void theUriIsNone(String uri) {
        WorkflowError error = failure(performer, HttpTestServer.callTo(uri));

        assertThat(error.type()).isEqualTo(WorkflowError.Standard.VALIDATION.type());
        assertThat(error.status()).isEqualTo(400);
        assertThat(error.title()).isEqualTo("Invalid HTTP request");
        assertThat(error.detail()).doesNotContain("pw@");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "{\"method\": \"GET / HTTP/1.1\"}", "{\"method\": \"CONNECT\"}", "{\"method\": 1}",
            "{\"output\": \"xml\"}", "{\"headers\": []}", "{\"headers\": {\"A\": {}}}", "{\"headers\": {\"A b\": \"x\"}}",
            "{\"headers\": {\"A\": \"x\\r\\nB: y\"}}", "{\"headers\": {\"A\": \"€\"}}",
            "{\"headers\": {\"A\": \"x\\r\\n y\"}}", "{\"headers\": {\"A\": \"x\\u0000\"}}",
            "{\"headers\": {\"Host\": \"elsewhere.example\"}}",
            "{\"headers\": {\"Content-Length\": 3}}",
            "{\"headers\": {\"Transfer-Encoding\": \"chunked\"}}", "{\"query\": \"a=b\"}", "{\"query\": {\"a\": {}}}",
            "{\"query\": {\"a\": \"\\ud83d\"}}", "{\"query\": {\"\\ude00\\ud83d\": 1}}",
            "{\"method\": \"POST\", \"headers\": {\"Content-Type\": \"text/plain\"}, \"body\": {}}" })
    void theArgumentsMakeNoRequest(String arguments) {
        WorkflowError error = failure(performer, server.call("/status?code=200", arguments));

        assertThat(error.type()).isEqualTo(WorkflowError.Standard.VALIDATION.type());
        assertThat(server.connections).hasValue(0);
    }

    private static void assertBroken(WorkflowError error, String detail) {
        assertThat(error.type()).isEqualTo(COMMUNICATION);
        assertThat(error.status()).isEqualTo(500);
        assertThat(error.detail()).contains(detail);
    }

    private static WorkflowError failure(HttpPerformer performer, EffectCall call) {
        return catchThrowableOfType(WorkflowException.class,
                () -> performer.perform(call).await().atMost(Duration.ofSeconds(10))).error();
    }

    private static int closedPort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException noPort) {
            throw new IllegalStateException(noPort);
        }
    }

    private static void answer(HttpServerRequest request) {
        switch (request.path()) {
            case "/status" -> request.response().setStatusCode(Integer.parseInt(request.getParam("code")))
                    .putHeader("Content-Type", "text/plain").end("no\u0000 luck,\n" + " very bad".repeat(1_000));
            case "/echo" -> request.response().setStatusCode(400).putHeader("Content-Type", "text/plain;charset=UTF-8")
                    .end(request.getParam("text"));
            case "/half-then-silence" -> request.response().putHeader("Content-Length", "100").write("half");
            case "/half-then-close" -> request.response().putHeader("Content-Length", "100").write("half")
                    .onSuccess(written -> request.connection().close());
            case "/close" -> request.connection().close();
            case "/large" -> request.response().putHeader("Content-Type", "text/plain").end("x".repeat(1_001));
            case "/large-chunked" -> request.response().setChunked(true).end("x".repeat(100_000));
            case "/large-gzip" -> request.response().putHeader("Content-Encoding", "gzip")
                    .end(HttpTestServer.gzip("x".repeat(100_000)));
            case "/x-own" ->
                request.response().putHeader("Content-Type", "text/plain").putHeader("Content-Encoding", "x-own").end("?");
            case "/x-echo" -> request.response().putHeader("Content-Type", "text/plain")
                    .putHeader("Content-Encoding", "x".repeat(HttpCallErrors.MAX_EXCERPT_CHARS - 5) + SECRET).end("?");
            case "/no-json" -> request.response().putHeader("Content-Type", "application/json").end("{\"a\": 1} 2");
            default -> request.resume();
        }
    }
}
