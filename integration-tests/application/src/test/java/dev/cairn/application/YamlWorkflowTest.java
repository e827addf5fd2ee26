package dev.cairn.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.Map;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnClient;
import dev.cairn.api.CairnException;
import dev.cairn.api.StartRequest;
import dev.cairn.api.WorkflowException;
import dev.cairn.api.WorkflowFunction;
import io.quarkus.test.junit.QuarkusTest;

/** A workflow in YAML calls bean methods by name, with arguments by the names of their parameters. */
@QuarkusTest
class YamlWorkflowTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Inject
    CairnClient cairn;

    @ApplicationScoped
    static class Greeter {
        @WorkflowFunction("greetAs")
        String greet(int times, String name) {
            return ("Hello " + name + ".").repeat(times);
        }

        @WorkflowFunction
        int length(String text) {
            return text.length();
        }
    }

    @Test
    void passesArgumentsByName() {
        String result = cairn.start("greeting", Map.of("who", "Ada"))
                .chain(instance -> instance.result(String.class)).await().atMost(LIMIT);

        assertThat(result).isEqualTo("Hello Ada.Hello Ada.");
    }

    @Test
    void readsJsonAsWell() {
        assertThat(cairn.start("acme:count", "four").chain(instance -> instance.result(Integer.class)).await().atMost(LIMIT))
                .isEqualTo(4);
    }

    @Test
    void saysWhichArgumentDoesNotFit() {
        assertThatExceptionOfType(WorkflowException.class)
                .isThrownBy(() -> cairn.start("greeting", Map.of("who", Map.of("first", "Ada")))
                        .chain(instance -> instance.result()).await().atMost(LIMIT))
                .satisfies(failure -> {
                    assertThat(failure.error().type()).endsWith("/validation");
                    assertThat(failure.error().detail())
                            .isEqualTo("The argument 'name' of Greeter#greet does not fit: it is an object, which cannot be"
                                    + " read as String. Change what the task passes, or the type of the parameter.");
                });
    }

    @Test
    void knowsNoOtherVersion() {
        assertThatExceptionOfType(CairnException.class)
                .isThrownBy(() -> cairn.start(StartRequest.of("greeting").withVersion("2.0.0")).await().atMost(LIMIT))
                .satisfies(failure -> assertThat(failure.reason()).isEqualTo(CairnException.Reason.UNKNOWN_WORKFLOW));
    }
}
