package dev.cairn.crash.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;

import dev.cairn.crash.harness.HeldCalls;
import dev.cairn.crash.harness.KilledApplication;
import dev.cairn.crash.harness.LoopbackServer;
import dev.cairn.testkit.crash.CrashSettings;

/**
 * An application that calls an operation of an OpenAPI document again and again, killed with SIGKILL between a request and the
 * journal. {@code -Dcrash.kills} says how often.
 */
@Tag("crash")
@Tag("crash-calls")
@Tag("any-jdk")
class OpenApiCrashIT {

    private static final int CALLS_A_LIFE = 20;

    /** By their idempotency keys. */
    private final HeldCalls<String> calls = new HeldCalls<>();

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    void repeatsTheCallInFlightAndNoOther() throws Exception {
        CrashSettings settings = CrashSettings.ofSystemProperties(3);
        int all = CALLS_A_LIFE * (settings.kills() + 1);
        try (LoopbackServer server = new LoopbackServer()) {
            server.serve("/stock/items", this::reserve);
            KilledApplication application = new KilledApplication(directory, "/reservations",
                    Map.of("calls", all, "uri", server.uri("/stock")), Map.of());
            application.killDuring(calls, settings, CALLS_A_LIFE);

            assertThat(application.finish()).extracting(JsonNode::asInt)
                    .containsExactlyElementsOf(IntStream.range(0, all).boxed().toList());
            assertThat(calls.repeated()).isEqualTo(calls.held());
            assertThat(calls.all()).hasSize(all + settings.kills());
        }
    }

    private void reserve(HttpExchange exchange) throws IOException {
        if (!calls.holds(exchange.getRequestHeaders().getFirst("Idempotency-Key"))) {
            String item = exchange.getRequestURI().getPath().split("/")[3];
            LoopbackServer.answer(exchange, JsonNodeFactory.instance.objectNode().put("item", Integer.parseInt(item)));
        }
    }
}
