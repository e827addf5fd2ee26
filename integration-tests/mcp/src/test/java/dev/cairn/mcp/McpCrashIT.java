package dev.cairn.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.crash.harness.KilledApplication;
import dev.cairn.testkit.crash.CrashSettings;

/**
 * An application that makes MCP calls one after another, killed with SIGKILL between a request and the journal: the server has the
 * call, and the application never gets the answer. {@code -Dcrash.kills} says how often.
 */
@Tag("crash")
@Tag("crash-calls")
@Tag("any-jdk")
class McpCrashIT {

    private static final int CALLS_A_LIFE = 20;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    void repeatsTheCallInFlightAndNoOther() throws Exception {
        CrashSettings settings = CrashSettings.ofSystemProperties(3);
        int calls = CALLS_A_LIFE * (settings.kills() + 1);
        try (HoldingServer server = new HoldingServer()) {
            KilledApplication application = new KilledApplication(directory, "/orders",
                    Map.of("calls", calls, "uri", server.uri()), Map.of());
            application.killDuring(server.calls(), settings, CALLS_A_LIFE);

            assertThat(application.finish()).extracting(JsonNode::asInt)
                    .containsExactlyElementsOf(IntStream.range(0, calls).boxed().toList());
            assertThat(server.calls().repeated()).isEqualTo(server.calls().held());
            assertThat(server.calls().all()).hasSize(calls + settings.kills());
        }
    }
}
