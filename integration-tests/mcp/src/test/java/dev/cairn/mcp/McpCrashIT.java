package dev.cairn.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
 * An application that makes MCP calls one after another, killed with SIGKILL between a request and the journal: the server has the
 * call, and the application never gets the answer. {@code -Dcrash.kills} says how often.
 */
@Tag("crash")
@Tag("crash-file")
@Tag("any-jdk")
class McpCrashIT {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int CALLS_A_LIFE = 20;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    void repeatsTheCallInFlightAndNoOther() throws Exception {
        int kills = Integer.getInteger("crash.kills", 3);
        long seed = Long.getLong("mcp.seed", new Random().nextInt(Integer.MAX_VALUE));
        System.out.printf("MCP crash run: -Dmcp.seed=%d -Dcrash.kills=%d%n", seed, kills);
        Random random = new Random(seed);
        int calls = CALLS_A_LIFE * (kills + 1);
        List<String> held = new ArrayList<>();
        try (HoldingServer server = new HoldingServer()) {
            for (int life = 0; life < kills; life++) {
                CompletableFuture<String> arrived = server.hold(server.keys().size() + 1 + random.nextInt(CALLS_A_LIFE));
                try (ChildJvm jvm = ChildJvm.start(command(server.uri(), calls), directory.resolve("log"))) {
                    held.add(arrived.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
                    jvm.kill();
                }
            }
            try (ChildJvm jvm = ChildJvm.start(command(server.uri(), calls), directory.resolve("log"))) {
                await().atMost(PATIENCE).until(() -> Files.exists(output()));
                JsonNode orders = new ObjectMapper().readTree(Files.readAllBytes(output()));
                assertThat(orders).extracting(JsonNode::asText)
                        .containsExactlyElementsOf(IntStream.range(0, calls).mapToObj(String::valueOf).toList());
            }
            assertThat(server.keys()).hasSize(calls + kills);
            List<String> repeated = server.keys().stream().collect(Collectors.groupingBy(key -> key, Collectors.counting()))
                    .entrySet().stream().filter(entry -> entry.getValue() > 1).map(entry -> entry.getKey()).sorted().toList();
            assertThat(repeated).isEqualTo(held.stream().distinct().sorted().toList());
        }
    }

    private List<String> command(String server, int calls) {
        return List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m", "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError", "-Dquarkus.cairn.node.name=orders",
                "-Dquarkus.cairn.file.path=" + directory.resolve("data"), "-Dorder.server=" + server,
                "-Dorder.calls=" + calls, "-Dorder.output=" + output(), "-jar",
                Path.of("target", "quarkus-app", "quarkus-run.jar").toAbsolutePath().toString());
    }

    private Path output() {
        return directory.resolve("output");
    }
}
