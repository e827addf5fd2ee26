package dev.cairn.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.crash.harness.KilledApplication;
import dev.cairn.testkit.crash.ChildJvm;
import dev.cairn.testkit.crash.CrashSettings;

/**
 * An agent that is killed with SIGKILL while its model thinks: the next life asks the model for that turn again, and for no
 * turn before it. {@code -Dcrash.kills} says how often.
 */
@Tag("crash")
@Tag("crash-calls")
@Tag("any-jdk")
class AgentCrashIT {

    private static final int LOOKUPS_A_LIFE = 3;
    /** For the refund, the answer and the title. */
    private static final int OTHER_REQUESTS = 3;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    void asksTheModelAgainForTheTurnInFlightAlone() throws Exception {
        CrashSettings settings = CrashSettings.ofSystemProperties(3);
        int lookups = LOOKUPS_A_LIFE * (settings.kills() + 1);
        try (ModelServer model = new ModelServer(lookups)) {
            KilledApplication application = new KilledApplication(directory, "/support",
                    Map.of("question", "Where is my order?"), Map.of("quarkus.langchain4j.openai.base-url", model.url()));
            application.killDuring(model.requests(), settings, LOOKUPS_A_LIFE);

            JsonNode output;
            try (ChildJvm life = application.live()) {
                application.post(life, "/approvals", Map.of("order", String.valueOf(lookups - 1)));
                output = application.output(life, KilledApplication.PATIENCE);
            }
            assertThat(output.path("answer").textValue()).isEqualTo("Your order is paid back.");
            assertThat(output.path("title").textValue()).isEqualTo("Lost orders are paid back");
            assertThat(output.path("tokens").intValue()).isEqualTo(ModelServer.TOKENS_A_TURN * (lookups + 2));
            assertThat(Set.copyOf(model.requests().all())).hasSize(lookups + OTHER_REQUESTS);
            assertThat(model.requests().all()).hasSize(lookups + OTHER_REQUESTS + settings.kills());
            assertThat(model.requests().repeated()).isEqualTo(model.requests().held());
        }
    }
}
