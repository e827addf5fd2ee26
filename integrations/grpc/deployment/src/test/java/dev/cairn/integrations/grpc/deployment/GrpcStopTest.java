package dev.cairn.integrations.grpc.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.CairnClient;
import io.quarkus.test.QuarkusUnitTest;

/**
 * An application stops while calls of a host and of a client are under way: they are cancelled, no task has an outcome, and no
 * connection stays open.
 */
class GrpcStopTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String SHARED = "cairn.test.stop.";

    /** Objects of the JDK, for this class as each of its class loaders has it. */
    private static final int PORT = shared("port", freePort());
    private static final Semaphore ARRIVED = shared("arrived", new Semaphore(0));
    private static final Semaphore CANCELLED = shared("cancelled", new Semaphore(0));
    private static final Semaphore CLOSED = shared("closed", new Semaphore(0));
    private static final Collection<String> OUTCOMES = shared("outcomes", new ConcurrentLinkedQueue<>());

    private static SilentServer server;

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withApplicationRoot(root -> {
        GrpcFiles.addProtos(root).addClasses(GrpcFiles.class, SilentServer.class);
        GrpcFiles.add(root, "by-host", GrpcFiles.task("reserve", "name: Stock, host: localhost, port: '${ .port }'",
                "Reserve", ""));
        GrpcFiles.add(root, "by-client", GrpcFiles.task("reserve", "name: Stock", "Reserve", "")
                .replace("}}\n", "}, metadata: {cairn: {grpc: {client: stock}}}}\n"));
    }).overrideRuntimeConfigKey("quarkus.grpc.clients.stock.host", "localhost")
            .overrideRuntimeConfigKey("quarkus.grpc.clients.stock.test-port", String.valueOf(PORT))
            .overrideRuntimeConfigKey("quarkus.cairn.stop-timeout", "100MS")
            .setBeforeAllCustomizer(GrpcStopTest::open).setAfterAllCustomizer(GrpcStopTest::close);

    @Inject
    CairnClient cairn;

    @Test
    void leavesCallsUnderWay() throws InterruptedException {
        for (String workflow : new String[] { "by-host", "by-client" }) {
            cairn.start(workflow, Map.of("port", PORT)).await().atMost(PATIENCE).result().subscribe()
                    .with(output -> OUTCOMES.add(output.toString()), failure -> OUTCOMES.add(failure.toString()));
        }

        assertThat(ARRIVED.tryAcquire(2, PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(CANCELLED.availablePermits()).isZero();
    }

    private static void open() {
        try {
            server = new SilentServer(PORT, ARRIVED, CANCELLED, CLOSED);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Runs after the application has stopped. */
    private static void close() {
        try (SilentServer closing = server) {
            assertThat(CANCELLED.tryAcquire(2, PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(CLOSED.tryAcquire(2, PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(OUTCOMES).noneMatch(outcome -> outcome.contains("gRPC"));
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static int freePort() {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> T shared(String name, T value) {
        Object first = System.getProperties().putIfAbsent(SHARED + name, value);
        return first == null ? value : (T) first;
    }
}
