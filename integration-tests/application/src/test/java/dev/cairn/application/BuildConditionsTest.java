package dev.cairn.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.cairn.api.CairnClient;
import dev.cairn.api.CairnException;
import dev.cairn.api.Workflow;
import dev.cairn.api.WorkflowFunction;
import dev.cairn.api.WorkflowTask;
import dev.cairn.fluent.Flow;
import dev.cairn.fluent.Flows;
import io.quarkus.arc.profile.IfBuildProfile;
import io.quarkus.arc.profile.UnlessBuildProfile;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.test.junit.QuarkusTest;

/** Workflows and functions of classes that are not part of a build are not part of it either; others may have their names. Of several
 * beans the one is called that would be injected. */
@QuarkusTest
class BuildConditionsTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Inject
    CairnClient cairn;

    @ApplicationScoped
    @UnlessBuildProfile("test")
    static class Cards {
        @WorkflowFunction
        String charge(String card) {
            throw new UnsupportedOperationException(card);
        }
    }

    @ApplicationScoped
    @IfBuildProfile("test")
    static class PretendedCards {
        @WorkflowFunction
        String charge(String card) {
            return "pretended";
        }
    }

    @ApplicationScoped
    @IfBuildProfile("test")
    @Workflow(name = "tasks")
    static class Tasks {
        @WorkflowTask(order = 1)
        String done(String input) {
            return "here";
        }
    }

    @ApplicationScoped
    @UnlessBuildProfile("test")
    @Workflow(name = "tasks")
    static class TasksOfOthers {
        @WorkflowTask(order = 1)
        String done(String input) {
            throw new UnsupportedOperationException(input);
        }
    }

    @ApplicationScoped
    static class Bank {
        String pay(String card) {
            throw new UnsupportedOperationException(card);
        }
    }

    @Alternative
    @Priority(1)
    @ApplicationScoped
    static class PretendedBank extends Bank {
        @Override
        String pay(String card) {
            return "pretended";
        }
    }

    @Workflow(name = "fluent")
    static class Fluent {
        static Flow define() {
            return Flows.flow(Flows.call("done", Bank::pay));
        }
    }

    @IfBuildProfile("prod")
    @Workflow(name = "fluent")
    static class FluentOfOthers {
        static Flow define() {
            throw new UnsupportedOperationException("evaluated");
        }
    }

    @IfBuildProperty(name = "unfinished", stringValue = "true")
    @Workflow(name = "unfinished")
    static class Unfinished {
        static Flow define() {
            throw new UnsupportedOperationException("evaluated");
        }
    }

    @ParameterizedTest
    @CsvSource({ "pay, pretended", "tasks, here", "fluent, pretended" })
    void whatIsPartOfTheBuildRuns(String workflow, String result) {
        assertThat(cairn.start(workflow, "1234").chain(instance -> instance.result(String.class)).await().atMost(LIMIT))
                .isEqualTo(result);
    }

    @Test
    void whatIsNotIsUnknown() {
        assertThatExceptionOfType(CairnException.class)
                .isThrownBy(() -> cairn.start("unfinished", "1234").await().atMost(LIMIT))
                .satisfies(failure -> assertThat(failure.reason()).isEqualTo(CairnException.Reason.UNKNOWN_WORKFLOW));
    }
}
