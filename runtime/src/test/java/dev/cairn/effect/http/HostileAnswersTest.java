package dev.cairn.effect.http;

import static dev.cairn.effect.http.HttpTestServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.ErrorResponseException;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;

/** Answers that break the rules of HTTP, or use them up. The next call over the same connection or another has its own answer. */
class HostileAnswersTest {

    private static final String TEXT = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n";

    private final Vertx vertx = Vertx.vertx();
    private final HttpPerformer performer = new HttpPerformer(vertx, new HttpClientSettings(1, Duration.ofSeconds(10),
            Duration.ofSeconds(10), Duration.ofSeconds(15), 1_000), HttpTestServer.NO_GUARD);
    private final AtomicInteger connections = new AtomicInteger();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private volatile Buffer answer;
    private volatile Buffer rest;
    private NetServer server;

    @BeforeEach
    void listen() {
        server = vertx.createNetServer(new NetServerOptions().setHost("127.0.0.1").setPort(0))
                .connectHandler(this::connected).listen().toCompletionStage().toCompletableFuture().join();
    }

    private void connected(NetSocket socket) {
        connections.incrementAndGet();
        socket.closeHandler(closed::complete);
        socket.handler(request -> {
            if (request.toString().contains(" /next ")) {
                socket.write(Buffer.buffer(TEXT + "Content-Length: 4\r\n\r\nnext"));
            } else {
                socket.write(answer);
                if (rest != null) {
                    // Later, so that it is a read of its own.
                    vertx.setTimer(50, late -> socket.write(rest));
                }
            }
        });
    }

    @AfterEach
    void close() {
        performer.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @ParameterizedTest
    @CsvSource({ "GET, 204 No Content", "HEAD, 200 OK", "GET, 304 Not Modified" })
    void anAnswerThatCanHaveNoBodyIsCompleteAtOnce(String method, String status) {
        answer = Buffer.buffer("HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n"
                + (status.startsWith("204") ? "" : "Content-Length: 100\r\n") + "\r\n");

        assertThat(ask(method, "{\"redirect\": true}").isNull()).isTrue();
        assertThat(next()).isEqualTo("next");
    }

    @ParameterizedTest
    @ValueSource(strings = { "HTTP/1.1 204 No Content\r\n\r\n", TEXT + "Content-Length: 2\r\n\r\nab",
            TEXT + "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n" })
    void anAnswerThatNoRequestHasIsNotThatOfTheNextOne(String good) {
        answer = Buffer.buffer(good + TEXT + "Content-Length: 8\r\n\r\nsmuggled");

        // The next request is made before the rest of what was read with the answer. Its connection is closed, so it is sent again.
        JsonNode next = performer.perform(arguments("/", "{\"method\": \"GET\"}"))
                .chain(first -> performer.perform(arguments("/next", "{\"method\": \"GET\"}"))).await()
                .atMost(Duration.ofSeconds(20));

        assertThat(next.textValue()).isEqualTo("next");
    }

    @ParameterizedTest
    @ValueSource(strings = { "X", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nA: b\r\n" })
    void bytesAfterAnAnswerThatMakeNoMessageAreNotOfTheNextOne(String excess) {
        answer = Buffer.buffer(TEXT + "Content-Length: 2\r\n\r\nab" + excess);

        assertThat(ask("GET", "{}").textValue()).isEqualTo("ab");
        // Its connection may just be closed: then it is sent again.
        assertThat(call("/next", "{}").textValue()).isEqualTo("next");
    }

    @Test
    void aConnectionThatIsClosedWhenItIsChosenIsReplaced() {
        answer = Buffer.buffer(TEXT + "Content-Length: 2\r\n\r\nabX");

        for (int i = 0; i < 200; i++) {
            assertThat(ask("GET", "{}").textValue()).isEqualTo("ab");
        }
        assertThat(connections).hasValueGreaterThanOrEqualTo(200);
    }

    @Test
    void bytesAfterAnAnswerOfSeveralReadsAreNotOfTheNextOne() {
        answer = Buffer.buffer(TEXT.substring(0, 20));
        rest = Buffer.buffer(TEXT.substring(20) + "Content-Length: 2\r\n\r\nabX");

        assertThat(ask("GET", "{}").textValue()).isEqualTo("ab");
        assertThat(call("/next", "{}").textValue()).isEqualTo("next");
    }

    @Test
    void aConnectionThatCarriesBytesWithoutARequestIsClosed() {
        answer = Buffer.buffer(TEXT + "Content-Length: 2\r\n\r\nab");
        rest = Buffer.buffer("X");

        assertThat(ask("GET", "{}").textValue()).isEqualTo("ab");

        assertThat(closed).succeedsWithin(Duration.ofSeconds(5));
        assertThat(next()).isEqualTo("next");
    }

    @Test
    void emptyLinesAfterAnAnswerDoNoHarm() {
        answer = Buffer.buffer(TEXT + "Content-Length: 2\r\n\r\nab\r\n");

        assertThat(ask("GET", "{}").textValue()).isEqualTo("ab");
        assertThat(next()).isEqualTo("next");
        assertThat(connections).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = { TEXT + "Content-Length: 2\r\nContent-Length: 3\r\n\r\nabc", TEXT + "Content-Length: -1\r\n\r\n",
            TEXT + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n", "HTTP/1.1 abc OK\r\n\r\n", "nonsense\r\n\r\n" })
    void anAnswerThatCannotBeReadIsACommunicationError(String bad) {
        answer = Buffer.buffer(bad);

        WorkflowError error = failure();

        assertThat(error.type()).isEqualTo(WorkflowError.Standard.COMMUNICATION.type());
        assertThat(error.status()).isEqualTo(500);
        assertThat(next()).isEqualTo("next");
    }

    @Test
    void headersAreBounded() {
        answer = Buffer.buffer("HTTP/1.1 200 OK\r\nX-Long: " + "x".repeat(100_000) + "\r\nContent-Length: 0\r\n\r\n");

        assertThat(failure().title()).isEqualTo("HTTP call failed");
        assertThat(next()).isEqualTo("next");
    }

    @Test
    void anUnusualStatusIsTheStatusOfTheError() {
        answer = Buffer.buffer("HTTP/1.1 999 \u0001Odd\r\nContent-Length: 0\r\n\r\n");

        assertThat(failure().status()).isEqualTo(999);
    }

    @Test
    void chunksBeyondTheLimitAreNotKept() {
        answer = Buffer.buffer(TEXT + "Transfer-Encoding: chunked\r\n\r\n" + "1\r\nx\r\n".repeat(1_001));

        assertThat(failure().detail()).endsWith("more than 1000 bytes");
        assertThat(next()).isEqualTo("next");
    }

    @Test
    void compressedContentIsBoundedByItsSizeAfterDecompression() {
        Buffer bomb = HttpTestServer.gzip("x".repeat(50_000_000));
        answer = Buffer.buffer(TEXT + "Content-Encoding: gzip\r\nContent-Length: " + bomb.length() + "\r\n\r\n")
                .appendBuffer(bomb);

        assertThat(failure().detail()).endsWith("more than 1000 bytes");
        assertThat(next()).isEqualTo("next");
    }

    @Test
    void damagedCompressedContentIsACommunicationError() {
        answer = Buffer.buffer(TEXT + "Content-Encoding: gzip\r\nContent-Length: 20\r\n\r\n" + "no gzip ".repeat(2) + "none");

        assertThat(failure().status()).isEqualTo(500);
        assertThat(next()).isEqualTo("next");
    }

    @ParameterizedTest
    @ValueSource(strings = { "UTF-8", "UTF-16LE", "UTF-16BE" })
    void jsonMayBeginWithAByteOrderMark(String charset) {
        byte[] body = "\ufeff{\"name\": \"Größe\"}".getBytes(Charset.forName(charset));
        answer = Buffer.buffer("HTTP/1.1 200 OK\r\nContent-Type: application/json"
                + (charset.equals("UTF-8") ? "" : "; charset=" + charset) + "\r\nContent-Length: " + body.length + "\r\n\r\n")
                .appendBytes(body);

        assertThat(ask("GET", "{}")).isEqualTo(json("{\"name\": \"Größe\"}"));
    }

    @Test
    void headersOfOneNameAreJoinedInTheAnswerOfAnError() {
        answer = Buffer.buffer("HTTP/1.1 400 No\r\nX-Many: a\r\nx-many: b\r\nX-MANY: a\r\nX-Latin: gr\u00f6\u00dfe\r\n"
                + "Set-Cookie: a=1\r\nset-cookie: b=2\r\nContent-Length: 0\r\n\r\n", StandardCharsets.ISO_8859_1.name());

        JsonNode headers = catchThrowableOfType(ErrorResponseException.class, () -> ask("GET", "{}")).response()
                .get("headers");

        assertThat(headers).isEqualTo(json("{\"x-many\": \"a, b, a\", \"x-latin\": \"größe\", \"content-length\": \"0\"}"));
    }

    private WorkflowError failure() {
        return catchThrowableOfType(WorkflowException.class, () -> ask("POST", "{}")).error();
    }

    private String next() {
        return call("/next", "{\"method\": \"POST\"}").textValue();
    }

    private JsonNode ask(String method, String arguments) {
        return call("/", arguments.replaceFirst("}$", (arguments.length() > 2 ? "," : "") + "\"method\": \"" + method + "\"}"));
    }

    private JsonNode call(String path, String arguments) {
        return performer.perform(arguments(path, arguments)).await().atMost(Duration.ofSeconds(20));
    }

    private EffectCall arguments(String path, String arguments) {
        return HttpTestServer.callOf("http://127.0.0.1:" + server.actualPort() + path, arguments);
    }
}
