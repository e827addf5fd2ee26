package dev.cairn.integrations.grpc.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.WorkflowException;
import dev.cairn.value.JsonCodec;
import io.grpc.Metadata;
import io.quarkus.test.QuarkusUnitTest;

/** Workflows that call a real server, by host and by a client of the configuration. */
class GrpcCallsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String PORT = "cairn.test.echo-port";

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withApplicationRoot(root -> {
        GrpcFiles.addProtos(root).addClasses(GrpcFiles.class, EchoServer.class, GlobalMarker.class);
        GrpcFiles.add(root, "by-host", GrpcFiles.task("reserve",
                "name: shop.Stock, host: localhost, port: '${ .port }', authentication: {basic: {username: u, password:"
                        + " '${ $secrets.stock }'}}",
                "Reserve", ", arguments: '${ .order }'") + "use: {secrets: [stock]}\n");
        GrpcFiles.add(root, "by-client", GrpcFiles.task("watch", "name: Stock", "Watch",
                ", arguments: {id: '${ .id }', total: {cents: 5}, due: '2026-01-01T00:00:00Z', priority: URGENT}")
                .replace("}}\n", "}, metadata: {cairn: {grpc: {client: stock, headers: {tenant: '${ .id }'}}}}}\n"));
        GrpcFiles.add(root, "streams", GrpcFiles.task("sync", "name: Stock, host: localhost, port: '${ .port }'", "Sync",
                ", arguments: [{id: '${ .id }'}, '${ .order }', {id: c, total: {cents: 5}}]"));
        GrpcFiles.add(root, "caught", "- attempt:\n    try:\n      " + GrpcFiles.task("reserve",
                "name: Stock, host: localhost, port: '${ .port }'", "Reserve", "").strip()
                + "\n    catch:\n      as: failure\n      do: [{told: {set: {status: '${ $failure.status }',"
                + " title: '${ $failure.title }'}}}]");
    }).overrideRuntimeConfigKey("quarkus.grpc.clients.stock.host", "localhost")
            .overrideRuntimeConfigKey("quarkus.grpc.clients.stock.test-port", String.valueOf(port()))
            .overrideRuntimeConfigKey("quarkus.cairn.secret.stock.value", "hidden");

    @Inject
    CairnClient cairn;

    private EchoServer server;

    /** The same in each class loader that has this class. */
    private static int port() {
        if (System.getProperty(PORT) == null) {
            System.setProperty(PORT, String.valueOf(freePort()));
        }
        return Integer.getInteger(PORT);
    }

    private static int freePort() {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @BeforeEach
    void open() throws IOException {
        server = new EchoServer(port());
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void aHostOfTheInputIsCalledWithCredentials() {
        InstanceHandle instance = start("by-host",
                Map.of("port", port(), "order", Map.of("id", "a", "counts", Map.of("x", 7))));

        assertThat(result(instance).path("counts").path("x").textValue()).isEqualTo("7");
        assertThat(header("authorization")).isEqualTo("Basic dTpoaWRkZW4=");
        assertThat(header("idempotency-key")).isEqualTo(instance.id() + ":/do/0/reserve");
    }

    @Test
    void aClientOfTheConfigurationIsCalled() {
        JsonNode answers = result(start("by-client", Map.of("id", "b")));

        assertThat(answers).hasSize(2).allSatisfy(answer -> {
            assertThat(answer.path("id").textValue()).isEqualTo("b");
            assertThat(answer.path("due").textValue()).isEqualTo("2026-01-01T00:00:00Z");
            assertThat(answer.path("priority").textValue()).isEqualTo("URGENT");
            assertThat(answer.path("total").path("cents").textValue()).isEqualTo("5");
        });
        assertThat(header("tenant")).isEqualTo("b");
    }

    @Test
    void aStreamOfMessagesIsSent() {
        JsonNode answers = result(start("streams", Map.of("port", port(), "id", "a", "order", Map.of("id", "b"))));

        assertThat(answers.findValuesAsText("id")).containsExactly("a", "a", "b", "b", "c", "c");
    }

    /** Quarkus gives answers to the event loop that begins a call, where their conversion would delay others. */
    @Test
    void aClientHasTheGlobalInterceptorsAndAWorker() {
        GlobalMarker.ON_EVENT_LOOP.clear();
        result(start("by-client", Map.of("id", "a")));
        result(start("by-client", Map.of("id", "b")));
        result(start("by-host", Map.of("port", port(), "order", Map.of())));

        assertThat(server.headers).extracting(headers -> headers.get(GlobalMarker.HEADER)).containsExactly("yes", "yes", null);
        assertThat(GlobalMarker.ON_EVENT_LOOP).containsExactly(false, false);
    }

    @ParameterizedTest
    @ValueSource(strings = { "interceptCall", "start" })
    void anInterceptorThatFailsIsAnErrorOfTheTask(String method) {
        GlobalMarker.failing = method;
        try {
            InstanceHandle instance = start("by-client", Map.of("id", "a"));

            assertThatExceptionOfType(WorkflowException.class).isThrownBy(() -> result(instance)).satisfies(failure -> {
                assertThat(failure.error().type()).endsWith("/communication");
                assertThat(failure.error().title()).isEqualTo("gRPC call cannot be sent");
                assertThat(failure.error().detail())
                        .isEqualTo("shop.Stock/Watch was not sent: java.lang.IllegalStateException");
            });
        } finally {
            GlobalMarker.failing = null;
        }
    }

    @Test
    void aServerThatIsGoneIsAnErrorThatIsCaught() {
        // Not the port of the server: gRPC waits a second before it connects to such a port again.
        assertThat(result(start("caught", Map.of("port", freePort())))).isEqualTo(JsonCodec.read(
                "{\"status\": 503, \"title\": \"gRPC status UNAVAILABLE\"}"));
    }

    @Test
    void argumentsThatDoNotFitAreAnErrorOfValidation() {
        InstanceHandle instance = start("by-host", Map.of("port", port(), "order", Map.of("count", "many")));

        assertThatExceptionOfType(WorkflowException.class).isThrownBy(() -> result(instance)).satisfies(failure -> {
            assertThat(failure.error().type()).endsWith("/validation");
            assertThat(failure.error().detail()).contains("shop.Stock/Reserve")
                    .contains("the field \"count\" needs a value of type int32").doesNotContain("many");
        });
        assertThat(server.headers).isEmpty();
    }

    private String header(String name) {
        return server.headers.get(0).get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER));
    }

    private InstanceHandle start(String workflow, Object input) {
        return cairn.start(workflow, input).await().atMost(PATIENCE);
    }

    private static JsonNode result(InstanceHandle instance) {
        return instance.result().await().atMost(PATIENCE);
    }
}
