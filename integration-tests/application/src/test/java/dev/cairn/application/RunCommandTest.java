package dev.cairn.application;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.shell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnClient;
import dev.cairn.api.CairnException;
import dev.cairn.api.Workflow;
import dev.cairn.api.WorkflowException;
import dev.cairn.definition.CommandReturnMode;
import dev.cairn.fluent.Flow;
import io.quarkus.test.junit.QuarkusTest;

/** Workflows run commands and scripts that the configuration allows, and are checked by schemas that lie beside them. */
@QuarkusTest
class RunCommandTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @Inject
    CairnClient cairn;

    @Workflow(name = "check")
    static class Check {
        static Flow define() {
            return flow(shell("check", "test \"$1\" = \"$WANTED\"").arguments("${ .name }")
                    .environment(Map.of("WANTED", "a; exit 0")).returning(CommandReturnMode.CODE));
        }
    }

    @Test
    void runAScriptWithASecretThatIsNotStored() {
        assertThat(cairn.start("sum", Map.of("prices", new int[] { 1, 2 }))
                .chain(instance -> instance.result(String.class)).await().atMost(LIMIT)).isEqualTo("3 ***");
    }

    @Test
    void areCheckedByTheirSchema() {
        assertThatExceptionOfType(CairnException.class)
                .isThrownBy(() -> cairn.start("sum", Map.of("price", 1)).await().atMost(LIMIT))
                .withMessageContaining("CAIRN-0413").withMessageContaining("prices");
    }

    @Test
    void runACommandWhoseArgumentsAreData() {
        assertThat(cairn.start("check", Map.of("name", "a; exit 0")).chain(instance -> instance.result(Integer.class)).await()
                .atMost(LIMIT)).isZero();
        assertThat(cairn.start("check", Map.of("name", "b")).chain(instance -> instance.result(Integer.class)).await()
                .atMost(LIMIT)).isEqualTo(1);
    }

    @Test
    void failWithWhatAScriptSays() {
        assertThatExceptionOfType(WorkflowException.class)
                .isThrownBy(() -> cairn.start("sum", Map.of("prices", "no list")).chain(instance -> instance.result()).await()
                        .atMost(LIMIT))
                .satisfies(
                        failure -> assertThat(failure.error().detail()).startsWith("CAIRN-0724").contains("JSONDecodeError"));
    }
}
