package dev.cairn.effect.http;

import static dev.cairn.effect.http.HttpTestServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.api.WorkflowException;
import dev.cairn.spi.outbound.OutboundCaller;
import dev.cairn.spi.outbound.OutboundHttpRequest;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;

/** Servers that answer on a connection as few do. Each request is counted, and the connection it came over noted. */
class HttpPerformerConnectionTest {

    private final Vertx vertx = Vertx.vertx();
    private final HttpPerformer performer = new HttpPerformer(vertx, HttpClientSettings.DEFAULTS, HttpTestServer.NO_GUARD);
    private final List<NetSocket> requests = new CopyOnWriteArrayList<>();
    private NetServer server;

    @AfterEach
    void close() {
        performer.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @ParameterizedTest
    @ValueSource(ints = { 100, 102, 103, 104, 199 })
    void anInterimAnswerIsNotTheAnswer(int status) {
        serve((number, socket) -> socket.write("HTTP/1.1 " + status + " Not yet\r\nX-Progress: some\r\n\r\n" + answer(number)));

        for (int number = 1; number <= 3; number++) {
            assertThat(ask("GET")).isEqualTo(json("" + number));
        }
        assertThat(Set.copyOf(requests)).as("connections").hasSizeLessThan(3);
    }

    @Test
    void aConnectionWhoseProtocolWasSwitchedIsNotUsedAgain() {
        serve((number, socket) -> socket.write(number == 1 ? "HTTP/1.1 101 Switching Protocols\r\n\r\n" : answer(number)));

        assertThat(failure("POST").error().detail()).contains("101");

        assertThat(ask("POST")).isEqualTo(json("2"));
        assertThat(requests.get(1)).isNotSameAs(requests.get(0));
    }

    @Test
    void aStreamedAnswerIsNoneIfTheProtocolWasSwitched() {
        serve((number, socket) -> socket.write(number == 1 ? "HTTP/1.1 101 Switching Protocols\r\n\r\n" : answer(number)));

        assertThatThrownBy(this::streamedStatus).hasMessageContaining("answered with status 101");

        assertThat(streamedStatus()).isEqualTo(200);
        assertThat(requests.get(1)).isNotSameAs(requests.get(0));
    }

    private int streamedStatus() {
        OutboundHttpRequest request = new OutboundHttpRequest("POST", "http://127.0.0.1:" + server.actualPort() + "/", false,
                JsonNodeFactory.instance.objectNode(), null, null);
        return new StreamedHttpClient(performer).send(request, new OutboundCaller("shop:ask", "1.0.0", "i", "/do/0/ask"))
                .await().atMost(Duration.ofSeconds(10)).status();
    }

    @Test
    void aReadIsSentAgainIfItsConnectionWasReset() {
        serve(HttpPerformerConnectionTest::resetTheSecond);

        assertThat(ask("GET")).isEqualTo(json("1"));
        assertThat(ask("GET")).isEqualTo(json("3"));
    }

    @Test
    void aWriteIsNot() {
        serve(HttpPerformerConnectionTest::resetTheSecond);

        assertThat(ask("POST")).isEqualTo(json("1"));
        assertThat(failure("POST").error().title()).isEqualTo("HTTP call failed");
        assertThat(requests).hasSize(2);
    }

    private static void resetTheSecond(int number, NetSocket socket) {
        if (number == 2) {
            socket.close();
        } else {
            socket.write(answer(number));
        }
    }

    private static String answer(int number) {
        String body = "" + number;
        return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private void serve(BiConsumer<Integer, NetSocket> answers) {
        // Without lingering, closing resets.
        NetServerOptions options = new NetServerOptions().setHost("127.0.0.1").setPort(0).setSoLinger(0);
        server = vertx.createNetServer(options).connectHandler(socket -> socket.handler(request -> {
            requests.add(socket);
            answers.accept(requests.size(), socket);
        })).listen().toCompletionStage().toCompletableFuture().join();
    }

    private JsonNode ask(String method) {
        return performer.perform(HttpTestServer.callOf("http://127.0.0.1:" + server.actualPort() + "/",
                "{\"method\": \"" + method + "\"}")).await().atMost(Duration.ofSeconds(10));
    }

    private WorkflowException failure(String method) {
        return catchThrowableOfType(WorkflowException.class, () -> ask(method));
    }
}
