package dev.cairn.application;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.flow;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.Workflow;
import dev.cairn.api.WorkflowException;
import dev.cairn.fluent.Flow;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;

/** A result that Jackson cannot convert ends the task, in every form of method. */
@QuarkusTest
class UnconvertibleResultTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Inject
    CairnClient cairn;

    /** Needs a class that is not there. */
    public static final class Missing {
        public String getName() {
            throw new NoClassDefFoundError("planted");
        }
    }

    @ApplicationScoped
    static class Gives {

        Missing atOnce(JsonNode input) {
            return new Missing();
        }

        Uni<Missing> uni(JsonNode input) {
            return Uni.createFrom().item(Missing::new);
        }

        Uni<Missing> lateUni(JsonNode input) {
            return Uni.createFrom().item(new Missing()).onItem().delayIt().by(Duration.ofMillis(1));
        }

        CompletionStage<Missing> stage(JsonNode input) {
            return CompletableFuture.supplyAsync(Missing::new);
        }

        Uni<Map<String, Object>> circle(JsonNode input) {
            Map<String, Object> circle = new HashMap<>();
            circle.put("self", circle);
            return Uni.createFrom().item(circle);
        }
    }

    @Workflow(name = "at-once")
    static class AtOnce {
        static Flow define() {
            return flow(call("give", Gives::atOnce));
        }
    }

    @Workflow(name = "uni")
    static class ByUni {
        static Flow define() {
            return flow(call("give", Gives::uni));
        }
    }

    @Workflow(name = "late-uni")
    static class ByLateUni {
        static Flow define() {
            return flow(call("give", Gives::lateUni));
        }
    }

    @Workflow(name = "stage")
    static class ByStage {
        static Flow define() {
            return flow(call("give", Gives::stage));
        }
    }

    @Workflow(name = "circle")
    static class ByCircle {
        static Flow define() {
            return flow(call("give", Gives::circle));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "at-once", "uni", "late-uni", "stage", "circle" })
    void theTaskFails(String workflow) {
        Throwable failure = cairn.start(workflow, Map.of()).chain(instance -> instance.result()).onItem()
                .transform(output -> (Throwable) null).onFailure().recoverWithItem(thrown -> thrown).await().atMost(LIMIT);
        assertThat(failure).isInstanceOfSatisfying(WorkflowException.class,
                thrown -> assertThat(thrown.error().type()).endsWith("/runtime"));
    }
}
