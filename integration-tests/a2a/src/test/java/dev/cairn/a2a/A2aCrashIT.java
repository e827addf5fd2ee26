package dev.cairn.a2a;

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

import dev.cairn.a2a.HoldingAgent.AgentCall;
import dev.cairn.testkit.crash.ChildJvm;

/**
 * An application that makes A2A calls one after another, killed with SIGKILL while the agent has a message or works on its task. A
 * message whose task is known is not sent again. {@code -Dcrash.kills} says how often the application is killed.
 */
@Tag("crash")
@Tag("crash-file")
@Tag("any-jdk")
class A2aCrashIT {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int CALLS_A_LIFE = 10;
    /** A message, and two questions about its task. */
    private static final int REQUESTS_A_CALL = 3;
    private static final String SEND = "message/send";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    void asksForTheTaskAgainAndSendsNoMessageTwice() throws Exception {
        int kills = Integer.getInteger("crash.kills", 3);
        long seed = Long.getLong("a2a.seed", new Random().nextInt(Integer.MAX_VALUE));
        System.out.printf("A2A crash run: -Da2a.seed=%d -Dcrash.kills=%d%n", seed, kills);
        Random random = new Random(seed);
        int calls = CALLS_A_LIFE * (kills + 1);
        List<AgentCall> held = new ArrayList<>();
        try (HoldingAgent agent = new HoldingAgent()) {
            for (int life = 0; life < kills; life++) {
                CompletableFuture<AgentCall> arrived = agent
                        .hold(agent.calls().size() + 1 + random.nextInt(CALLS_A_LIFE * REQUESTS_A_CALL));
                try (ChildJvm jvm = ChildJvm.start(command(agent.uri(), calls), directory.resolve("log"))) {
                    held.add(arrived.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
                    jvm.kill();
                }
            }
            try (ChildJvm jvm = ChildJvm.start(command(agent.uri(), calls), directory.resolve("log"))) {
                await().atMost(PATIENCE).until(() -> Files.exists(output()));
            }
            JsonNode reports = new ObjectMapper().readTree(Files.readAllBytes(output()));
            assertThat(reports).extracting(JsonNode::asText)
                    .containsExactlyElementsOf(IntStream.range(0, calls).mapToObj(String::valueOf).toList());
            assertThat(agent.calls()).hasSize(calls * REQUESTS_A_CALL + kills);
            assertThat(repeatedMessages(agent.calls())).isEqualTo(messages(held).stream().distinct().toList());
        }
    }

    /** The ids of messages that came more than once. */
    private static List<String> repeatedMessages(List<AgentCall> calls) {
        return messages(calls).stream().collect(Collectors.groupingBy(id -> id, Collectors.counting())).entrySet().stream()
                .filter(entry -> entry.getValue() > 1).map(entry -> entry.getKey()).sorted().toList();
    }

    private static List<String> messages(List<AgentCall> calls) {
        return calls.stream().filter(call -> call.method().equals(SEND)).map(AgentCall::id).sorted().toList();
    }

    private List<String> command(String agent, int calls) {
        return List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m", "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError", "-Dquarkus.cairn.node.name=reports",
                "-Dquarkus.cairn.file.path=" + directory.resolve("data"), "-Dreport.server=" + agent,
                "-Dreport.calls=" + calls, "-Dreport.output=" + output(), "-jar",
                Path.of("target", "quarkus-app", "quarkus-run.jar").toAbsolutePath().toString());
    }

    private Path output() {
        return directory.resolve("output");
    }
}
