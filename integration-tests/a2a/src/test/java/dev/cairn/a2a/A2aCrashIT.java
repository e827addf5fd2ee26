package dev.cairn.a2a;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.a2a.HoldingAgent.AgentCall;
import dev.cairn.crash.harness.KilledApplication;
import dev.cairn.testkit.crash.CrashSettings;

/**
 * An application that makes A2A calls one after another, killed with SIGKILL while the agent has a message or works on its task. A
 * message whose task is known is not sent again. {@code -Dcrash.kills} says how often the application is killed.
 */
@Tag("crash")
@Tag("crash-calls")
@Tag("any-jdk")
class A2aCrashIT {

    private static final int CALLS_A_LIFE = 10;
    /** A message, and two questions about its task. */
    private static final int REQUESTS_A_CALL = 3;
    private static final String SEND = "message/send";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    void asksForTheTaskAgainAndSendsNoMessageTwice() throws Exception {
        CrashSettings settings = CrashSettings.ofSystemProperties(3);
        int calls = CALLS_A_LIFE * (settings.kills() + 1);
        try (HoldingAgent agent = new HoldingAgent()) {
            KilledApplication application = new KilledApplication(directory, "/reports",
                    Map.of("calls", calls, "uri", agent.uri()), Map.of());
            application.killDuring(agent.calls(), settings, CALLS_A_LIFE * REQUESTS_A_CALL);

            assertThat(application.finish()).extracting(JsonNode::asInt)
                    .containsExactlyElementsOf(IntStream.range(0, calls).boxed().toList());
            assertThat(messages(agent.calls().repeated())).isEqualTo(messages(agent.calls().held()));
            assertThat(agent.calls().all()).hasSize(calls * REQUESTS_A_CALL + settings.kills());
        }
    }

    private static Set<AgentCall> messages(Collection<AgentCall> calls) {
        return calls.stream().filter(call -> call.method().equals(SEND)).collect(Collectors.toSet());
    }
}
