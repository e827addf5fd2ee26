package dev.cairn.effect.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.port.EffectCall;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PfxOptions;
import io.vertx.core.net.impl.ConnectionBase;

/** HTTP/2, cookies, and the limits of one call. */
class HttpProtocolTest {

    private static final HttpClientSettings HTTP2 = new HttpClientSettings(4, Duration.ofSeconds(10), Duration.ofSeconds(20),
            Duration.ofSeconds(15), 1_000_000, true);

    @TempDir
    static Path directory;

    private static PfxOptions certificate;

    private final Vertx vertx = Vertx.vertx();
    private final CountDownLatch aborted = new CountDownLatch(1);
    private final AtomicLong sentBytes = new AtomicLong();
    private HttpTestServer server;
    private HttpPerformer performer;

    @BeforeAll
    static void makeCertificate() throws IOException, InterruptedException {
        certificate = TlsTestCertificate.in(directory);
    }

    @AfterEach
    void close() {
        performer.close();
        server.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @ParameterizedTest
    @CsvSource({ "true, true, HTTP_2", "true, false, HTTP_1_1", "false, true, HTTP_1_1" })
    void aServerWithTlsChoosesHttp2IfBothHaveIt(boolean client, boolean alpn, String version) {
        tls(client, alpn);

        assertThat(text(call("/version"))).isEqualTo(version + " key-1");
        assertThat(text(call("/version"))).isEqualTo(version + " key-1");
    }

    @Test
    void callsInHttp2ShareAConnection() {
        tls(true, true);

        Uni.join().all(performer.perform(call("/version")), performer.perform(call("/version"))).andFailFast().await()
                .atMost(Duration.ofSeconds(20));
        assertThat(server.connections).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(ints = { 100, 102, 103, 104, 199 })
    void anInterimAnswerInHttp2IsNotTheAnswer(int status) {
        tls(true, true);

        for (int call = 0; call < 3; call++) {
            assertThat(text(call("/interim?status=" + status))).isEqualTo("final HTTP_2");
        }
        assertThat(server.connections).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = { "/reset", "/goaway", "/gone" })
    void aStreamThatTheServerEndsIsACommunicationErrorAndTheNextCallIsAnswered(String path) {
        tls(true, true);

        WorkflowError error = failure(call(path, "POST"));

        assertThat(error.type()).isEqualTo(WorkflowError.Standard.COMMUNICATION.type());
        assertThat(error.status()).isEqualTo(500);
        assertThat(error.detail()).startsWith("POST https://localhost:");
        assertThat(text(call("/version"))).isEqualTo("HTTP_2 key-1");
    }

    @Test
    void withoutTlsHttp2IsNotTried() {
        plain(HTTP2);

        assertThat(text(server.get("/version"))).isEqualTo("HTTP_1_1 key-1");
    }

    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void anEndlessAnswerIsAbortedWhileItStreams(boolean http2) throws InterruptedException {
        tls(http2, true);

        assertThat(failure(call("/endless")).detail()).endsWith("was answered with more than 1000000 bytes");
        assertThat(aborted.await(10, TimeUnit.SECONDS)).as("the server notices").isTrue();
        assertThat(sentBytes.get()).isLessThan(20_000_000);
    }

    @Test
    void aCallMayAcceptLessThanOthersAndNotMore() {
        plain(HTTP2);

        assertThat(failure(limited("/endless", "\"maxResponseBytes\": 5000")).detail()).endsWith("more than 5000 bytes");
        assertThat(failure(limited("/endless", "\"maxResponseBytes\": 2000000")).detail()).endsWith("more than 1000000 bytes");
    }

    @Test
    void aCallMayHaveLessTimeThanOthers() {
        plain(HTTP2);

        assertThat(failure(limited("/silence", "\"requestMillis\": 150")).detail()).endsWith("was not answered within 150 ms");
    }

    @Test
    void aCallThatHasWaitedHasLessTime() {
        plain(HTTP2);
        Uni<?> answer = performer.perform(limited("/silence", "\"requestMillis\": 60000, \"maxResponseBytes\": 9"), 59_900);

        WorkflowError error = catchThrowableOfType(WorkflowException.class,
                () -> answer.await().atMost(Duration.ofSeconds(20))).error();

        assertThat(error.detail()).endsWith("was not answered within 100 ms");
        assertThat(performer.timeoutMillis(server.get("/"))).isEqualTo(20_000);
    }

    @Test
    void aCallMayHaveLessTimeForItsConnection() {
        plain(new HttpClientSettings(1, Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofSeconds(15), 1_000));
        performer.perform(server.get("/silence")).subscribe().with(answer -> {});

        WorkflowError error = failure(limited("/version", "\"connectMillis\": 150"));

        assertThat(error.title()).isEqualTo("HTTP call failed");
        assertThat(error.status()).isEqualTo(500);
    }

    @Test
    void cookiesAreNotKept() {
        plain(HTTP2);

        assertThat(text(server.get("/cookie"))).isEqualTo("none");
        assertThat(text(server.get("/cookie"))).isEqualTo("none");
        assertThat(text(server.call("/cookie", "{\"headers\": {\"Cookie\": \"a=1\"}}"))).isEqualTo("a=1");
    }

    private void plain(HttpClientSettings settings) {
        server = new HttpTestServer(vertx, this::answer);
        performer = new HttpPerformer(vertx, settings, HttpTestServer.NO_GUARD);
    }

    private void tls(boolean http2, boolean alpn) {
        server = new HttpTestServer(vertx, new HttpServerOptions().setSsl(true).setUseAlpn(alpn)
                .setKeyCertOptions(certificate), this::answer);
        HttpClientSettings settings = new HttpClientSettings(4, Duration.ofSeconds(10), Duration.ofSeconds(20),
                Duration.ofSeconds(15), 1_000_000, http2);
        performer = new HttpPerformer(vertx, settings, HttpTestServer.NO_GUARD,
                new HttpClientOptions().setTrustOptions(certificate));
    }

    private EffectCall call(String path) {
        return HttpTestServer.callTo("https://localhost:" + server.port() + path);
    }

    private EffectCall call(String path, String method) {
        return HttpTestServer.callOf("https://localhost:" + server.port() + path, "{\"method\": \"" + method + "\"}");
    }

    private EffectCall limited(String path, String limits) {
        return server.call(path, "{\"limits\": {" + limits + "}}");
    }

    private String text(EffectCall call) {
        return performer.perform(call).await().atMost(Duration.ofSeconds(20)).textValue();
    }

    private WorkflowError failure(EffectCall call) {
        Uni<?> answer = performer.perform(call);
        return catchThrowableOfType(WorkflowException.class, () -> answer.await().atMost(Duration.ofSeconds(20))).error();
    }

    private void answer(HttpServerRequest request) {
        request.response().putHeader("Content-Type", "text/plain").exceptionHandler(failure -> aborted.countDown())
                .closeHandler(closed -> aborted.countDown());
        switch (request.path()) {
            case "/version" -> request.response().end(request.version() + " " + request.getHeader("Idempotency-Key"));
            case "/cookie" -> request.response().putHeader("Set-Cookie", "session=s3cret; Path=/")
                    .end(request.getHeader("Cookie") == null ? "none" : request.getHeader("Cookie"));
            case "/endless" -> {
                request.response().setChunked(true);
                more(request);
            }
            case "/interim" -> {
                ChannelHandlerContext context = ((ConnectionBase) request.connection()).channelHandlerContext();
                ((Http2ConnectionHandler) context.handler()).encoder().writeHeaders(context, request.response().streamId(),
                        new DefaultHttp2Headers().status(request.getParam("status")).add("x-progress", "some"), 0, false,
                        context.newPromise());
                request.response().end("final " + request.version());
            }
            case "/reset" -> request.response().reset(2);
            case "/goaway" -> request.connection().goAway(11, 0);
            case "/gone" -> request.connection().close();
            default -> request.resume();
        }
    }

    private void more(HttpServerRequest request) {
        Buffer chunk = Buffer.buffer(new byte[50_000]);
        request.response().write(chunk).onSuccess(written -> {
            sentBytes.addAndGet(chunk.length());
            more(request);
        }).onFailure(gone -> aborted.countDown());
    }
}
