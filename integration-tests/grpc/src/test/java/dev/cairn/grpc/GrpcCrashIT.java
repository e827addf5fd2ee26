package dev.cairn.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.testkit.crash.ChildJvm;

/**
 * An application that makes gRPC calls one after another, killed with SIGKILL between a request and the journal: the server has the
 * call, and the application never gets the answer. {@code -Dcrash.kills} says how often. Another one is stopped during a call.
 */
@Tag("crash")
@Tag("crash-file")
@Tag("any-jdk")
class GrpcCrashIT {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int CALLS_A_LIFE = 20;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    void repeatsTheCallInFlightAndNoOther() throws Exception {
        int kills = Integer.getInteger("crash.kills", 3);
        long seed = Long.getLong("grpc.seed", new Random().nextInt(Integer.MAX_VALUE));
        System.out.printf("gRPC crash run: -Dgrpc.seed=%d -Dcrash.kills=%d%n", seed, kills);
        Random random = new Random(seed);
        int calls = CALLS_A_LIFE * (kills + 1);
        List<String> held = new ArrayList<>();
        try (HoldingStock stock = new HoldingStock()) {
            for (int life = 0; life < kills; life++) {
                CompletableFuture<String> arrived = stock.hold(stock.keys().size() + 1 + random.nextInt(CALLS_A_LIFE));
                try (ChildJvm jvm = ChildJvm.start(command(stock.port(), calls), directory.resolve("log"))) {
                    held.add(arrived.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
                    jvm.kill();
                }
            }
            assertThat(finish(stock, calls)).isEqualTo(held.stream().distinct().sorted().toList());
            assertThat(stock.keys()).hasSize(calls + kills);
        }
    }

    /** A stop gives the call under way no outcome, so that the next start makes it again. */
    @Test
    void repeatsTheCallThatAStopLeavesUnderWay() throws Exception {
        try (HoldingStock stock = new HoldingStock()) {
            CompletableFuture<String> arrived = stock.hold(CALLS_A_LIFE / 2);
            String held;
            try (ChildJvm jvm = ChildJvm.start(command(stock.port(), CALLS_A_LIFE), directory.resolve("log"))) {
                held = arrived.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                jvm.stop();
                assertThat(jvm.awaitEnd(PATIENCE)).isTrue();
            }
            assertThat(finish(stock, CALLS_A_LIFE)).containsExactly(held);
            assertThat(stock.keys()).hasSize(CALLS_A_LIFE + 1);
        }
    }

    /** Lets the application make the other calls; gives the keys of calls that it has made more than once. */
    private List<String> finish(HoldingStock stock, int calls) throws IOException {
        try (ChildJvm jvm = ChildJvm.start(command(stock.port(), calls), directory.resolve("log"))) {
            await().atMost(PATIENCE).until(() -> Files.exists(output()));
            JsonNode orders = new ObjectMapper().readTree(Files.readAllBytes(output()));
            assertThat(orders).extracting(JsonNode::textValue)
                    .containsExactlyElementsOf(IntStream.range(0, calls).mapToObj(String::valueOf).toList());
        }
        return stock.keys().stream().collect(Collectors.groupingBy(key -> key, Collectors.counting())).entrySet().stream()
                .filter(entry -> entry.getValue() > 1).map(entry -> entry.getKey()).sorted().toList();
    }

    private List<String> command(int port, int calls) {
        return List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m", "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError", "-Dquarkus.cairn.node.name=reservations",
                "-Dquarkus.cairn.stop-timeout=100MS", "-Dquarkus.cairn.file.path=" + directory.resolve("data"),
                "-Dquarkus.grpc.clients.stock.port=" + port,
                "-Dreservation.calls=" + calls, "-Dreservation.output=" + output(), "-jar",
                Path.of("target", "quarkus-app", "quarkus-run.jar").toAbsolutePath().toString());
    }

    private Path output() {
        return directory.resolve("output");
    }
}
