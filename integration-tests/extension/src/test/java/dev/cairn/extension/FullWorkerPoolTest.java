package dev.cairn.extension;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.http;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import io.quarkus.test.QuarkusUnitTest;

/** An application may bound the queue of its threads: what finds no room there has not failed. */
class FullWorkerPoolTest {

    private static final int INSTANCES = 20;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(Doubles.class, Doubling.class, Asks.class))
            .overrideConfigKey("quarkus.cairn.http-client.max-connections-per-host", "1")
            .overrideConfigKey("quarkus.thread-pool.core-threads", "2")
            .overrideConfigKey("quarkus.thread-pool.max-threads", "2")
            .overrideConfigKey("quarkus.thread-pool.queue-size", "2");

    @Inject
    CairnClient cairn;

    @ApplicationScoped
    static class Doubling {
        static volatile CountDownLatch gate;

        int twice(int number) throws InterruptedException {
            assertThat(gate.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            return 2 * number;
        }
    }

    @Workflow(name = "doubles")
    static class Doubles {
        static Flow define() {
            return flow(call("twice", Doubling::twice));
        }
    }

    @Workflow(name = "asks")
    static class Asks {
        static Flow define() {
            return flow(http("ask", "GET", "${ . }"));
        }
    }

    /** More calls than the pool has room for. They wait for the gate. */
    private List<InstanceHandle> fill() {
        Doubling.gate = new CountDownLatch(1);
        return IntStream.range(0, INSTANCES)
                .mapToObj(number -> cairn.start("doubles", number).await().atMost(LIMIT)).toList();
    }

    private void assertAllDoubled(List<InstanceHandle> instances) {
        for (int number = 0; number < INSTANCES; number++) {
            assertThat(instances.get(number).result(Integer.class).await().atMost(LIMIT)).isEqualTo(2 * number);
        }
    }

    @Test
    void callsWaitUntilThereIsRoom() {
        List<InstanceHandle> instances = fill();
        Doubling.gate.countDown();
        assertAllDoubled(instances);
    }

    /** A long answer is read on a worker. The next request shows that it came, as there is one connection. */
    @Test
    void aLongAnswerOfAServerWaitsUntilThereIsRoom() throws Exception {
        String text = "x".repeat(100_000);
        CountDownLatch asked = new CountDownLatch(1);
        List<InstanceHandle> instances = fill();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/long", exchange -> {
            asked.countDown();
            answer(exchange, '"' + text + '"');
        });
        server.createContext("/short", exchange -> {
            Doubling.gate.countDown();
            answer(exchange, "\"short\"");
        });
        server.start();
        try {
            String uri = "http://127.0.0.1:" + server.getAddress().getPort();
            InstanceHandle first = cairn.start("asks", uri + "/long").await().atMost(LIMIT);
            assertThat(asked.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            InstanceHandle second = cairn.start("asks", uri + "/short").await().atMost(LIMIT);
            assertThat(second.result(String.class).await().atMost(LIMIT)).isEqualTo("short");
            assertThat(first.result(String.class).await().atMost(LIMIT)).isEqualTo(text);
        } finally {
            server.stop(0);
        }
        assertAllDoubled(instances);
    }

    private static void answer(HttpExchange exchange, String json) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
