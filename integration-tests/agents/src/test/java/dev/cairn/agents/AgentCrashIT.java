package dev.cairn.agents;

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
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.testkit.crash.ChildJvm;

/**
 * An agent that is killed with SIGKILL while its model thinks: the next life asks the model for that turn again, and for no
 * turn before it. {@code -Dcrash.kills} says how often.
 */
@Tag("crash")
@Tag("crash-file")
@Tag("any-jdk")
class AgentCrashIT {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int LOOKUPS_A_LIFE = 3;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    void asksTheModelAgainForTheTurnInFlightAlone() throws Exception {
        int kills = Integer.getInteger("crash.kills", 3);
        long seed = Long.getLong("agents.seed", new Random().nextInt(Integer.MAX_VALUE));
        System.out.printf("Agent crash run: -Dagents.seed=%d -Dcrash.kills=%d%n", seed, kills);
        Random random = new Random(seed);
        int lookups = LOOKUPS_A_LIFE * (kills + 1);
        List<Integer> expected = new ArrayList<>(IntStream.rangeClosed(0, lookups + 1).mapToObj(turn -> 2 + 2 * turn).toList());
        expected.add(1);
        try (ModelServer model = new ModelServer(lookups)) {
            for (int life = 0; life < kills; life++) {
                CompletableFuture<Integer> arrived = model.hold(model.requests().size() + 1 + random.nextInt(LOOKUPS_A_LIFE));
                try (ChildJvm jvm = ChildJvm.start(command(model), directory.resolve("log"))) {
                    expected.add(arrived.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
                    jvm.kill();
                }
            }
            try (ChildJvm jvm = ChildJvm.start(command(model, "-Dsupport.approved=" + (lookups - 1)),
                    directory.resolve("log"))) {
                await().atMost(PATIENCE).until(() -> Files.exists(output()));
            }
            JsonNode output = new ObjectMapper().readTree(Files.readAllBytes(output()));
            assertThat(output.path("answer").textValue()).isEqualTo("Your order is paid back.");
            assertThat(output.path("title").textValue()).isEqualTo("Lost orders are paid back");
            assertThat(output.path("tokens").intValue()).isEqualTo(ModelServer.TOKENS_A_TURN * (lookups + 2));
            assertThat(model.requests()).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    private List<String> command(ModelServer model, String... more) {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError", "-Dquarkus.cairn.node.name=support",
                "-Dquarkus.cairn.file.path=" + directory.resolve("data"),
                "-Dquarkus.langchain4j.openai.base-url=" + model.url(), "-Dsupport.question=Where is my order?",
                "-Dsupport.output=" + output()));
        command.addAll(List.of(more));
        command.addAll(List.of("-jar", Path.of("target", "quarkus-app", "quarkus-run.jar").toAbsolutePath().toString()));
        return command;
    }

    private Path output() {
        return directory.resolve("output");
    }
}
