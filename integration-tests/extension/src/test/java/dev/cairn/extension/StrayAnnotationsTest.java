package dev.cairn.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import jakarta.enterprise.context.ApplicationScoped;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.CompensatedBy;
import dev.cairn.api.HttpTrigger;
import dev.cairn.api.RetryOnError;
import dev.cairn.api.Workflow;
import dev.cairn.api.WorkflowFunction;
import dev.cairn.api.WorkflowTask;
import io.quarkus.arc.profile.UnlessBuildProfile;
import io.quarkus.test.QuarkusUnitTest;

/** Annotations that would do nothing where they stand fail the build, except in classes that are not part of it. */
class StrayAnnotationsTest {

    private static final String HERE = "dev.cairn.extension.StrayAnnotationsTest$";
    private static final String ADVICE = ", which only tasks of a class with @Workflow have. Remove the annotations, or annotate the"
            + " class with @Workflow and the method with @WorkflowTask(order = …).";

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(
                    root -> root.addClasses(Triggered.class, Undecided.class, TriggeredElsewhere.class, Retried.class,
                            RetriedElsewhere.class, Overloaded.class))
            .assertException(failure -> assertThat(failure.getMessage().lines().skip(1)
                    .map(line -> line.replaceFirst(".*: (CAIRN-\\d+): ", "$1 "))).containsExactlyInAnyOrder(
                            "CAIRN-0603 The class " + HERE + "Triggered has @HttpTrigger, but is no workflow."
                                    + " Annotate it with @Workflow as well.",
                            "CAIRN-0603 The class " + HERE + "Undecided has @HttpTrigger, but is no workflow."
                                    + " Annotate it with @Workflow as well.",
                            "CAIRN-0611 The method " + HERE + "Retried#both has @CompensatedBy and @RetryOnError" + ADVICE,
                            "CAIRN-0611 The method " + HERE + "Retried#retried has @RetryOnError" + ADVICE,
                            "CAIRN-0611 The method " + HERE
                                    + "Overloaded#book is compensated by \"cancel\", and the class has several"
                                    + " methods of that name. Give the one that is meant a name of its own."));

    @HttpTrigger(path = "/triggered")
    static class Triggered {}

    @HttpTrigger(path = "/undecided")
    interface Undecided {}

    @UnlessBuildProfile("test")
    @HttpTrigger(path = "/elsewhere")
    static class TriggeredElsewhere {}

    @ApplicationScoped
    static class Retried {
        @WorkflowFunction
        @RetryOnError(attempts = 2)
        @CompensatedBy("doesNotExist")
        String both(String text) {
            return text;
        }

        @RetryOnError(attempts = 2)
        String retried(String text) {
            return text;
        }
    }

    @UnlessBuildProfile("test")
    @ApplicationScoped
    static class RetriedElsewhere {
        @RetryOnError(attempts = 2)
        String retried(String text) {
            return text;
        }

        @WorkflowTask(order = 1)
        String task(String text) {
            return text;
        }
    }

    @ApplicationScoped
    @Workflow(name = "overloaded")
    static class Overloaded {
        @WorkflowTask(order = 1)
        @CompensatedBy("cancel")
        String book(String text) {
            return text;
        }

        void cancel(String text) {}

        void cancel(String text, int times) {}
    }

    @Test
    void isNeverRun() {
        fail("The build should have failed");
    }
}
