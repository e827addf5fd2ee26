package dev.cairn.extension;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import jakarta.enterprise.inject.spi.DeploymentException;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.HttpTrigger;
import dev.cairn.api.Workflow;
import dev.cairn.api.WorkflowTask;
import dev.cairn.fluent.Flow;
import io.quarkus.test.QuarkusUnitTest;

/** All that is wrong with all definitions is said at once, each with its place, and the build fails. */
class AllProblemsAtOnceTest {

    private static final String JAVA = "src/test/java/dev/cairn/extension/AllProblemsAtOnceTest.java";
    private static final String AT_LINE = "  " + JAVA + ":\\d+ \\(";

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withApplicationRoot(root -> root
            .addClasses(Throwing.class, NoBean.class, CallsNoBean.class, NoFlow.class, NotStatic.class, TwoFlows.class,
                    Twin.class, Wrong.class, WrongAsWell.class, WrongMethods.class, AboveWrongMethods.class)
            .addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: default, name: misspelt, version: 1.0.0}
                    do:
                      - greet:
                          sett: {a: 1}
                      - ask:
                          call: nobody
                      - tell:
                          set: {a: "${ .a | }"}
                    """), "workflows/misspelt.yaml")
            .addAsResource(new StringAsset("{\"document\": "), "workflows/broken.json")
            .addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: default, name: twin, version: 1.0.0,
                               metadata: {cairn: {http: {path: /cairn/instances/mine}}}}
                    do: [{same: {set: "${ . }"}}]
                    """), "workflows/twin.yml"))
            .assertException(failure -> {
                assertThat(failure).isInstanceOf(DeploymentException.class);
                assertThat(failure.getMessage().lines()).satisfiesExactly(
                        line -> assertThat(line).isEqualTo("The workflows of this application have 15 errors:"),
                        line -> assertThat(line).matches(AT_LINE + "/\\): CAIRN-0604: The workflow class .*Throwing"
                                + " could not be defined: define\\(\\) threw java.lang.IllegalStateException: Not now\\. .*"),
                        line -> assertThat(line).matches(AT_LINE + "/\\): CAIRN-0607: .*NoBean#call is called by"
                                + " a workflow, but .*NoBean is no bean. Add a scope.*"),
                        line -> assertThat(line).matches(AT_LINE + "/\\): CAIRN-0603: The workflow class .*"
                                + "NoFlow has no method that returns a Flow. Define the workflow in one:.*"),
                        line -> assertThat(line).matches(AT_LINE + "/\\): CAIRN-0603: The workflow class .*"
                                + "NotStatic has a method define that returns a Flow, but is not static or has parameters.*"),
                        line -> assertThat(line).matches(AT_LINE + "/\\): CAIRN-0603: The workflow class .*"
                                + "TwoFlows has several static methods without parameters that return a Flow: one, two.*"),
                        line -> assertThat(line).matches(AT_LINE + "/do/0/wrong/set\\): CAIRN-0301: .*"),
                        line -> assertThat(line).matches(AT_LINE + "/do/0/wrong/set\\): CAIRN-0301: .*"),
                        line -> assertThat(line).matches(AT_LINE + "/do/0/wrong/if\\): CAIRN-0301: .*"),
                        line -> assertThat(line)
                                .matches(AT_LINE + "/?\\): CAIRN-0611: The method .*AboveWrongMethods#above is a task,"
                                        + " but its class is no workflow\\. .*"),
                        line -> assertThat(line).contains("workflows/broken.json:1", "CAIRN-0103"),
                        line -> assertThat(line).contains("workflows/misspelt.yaml:4", "(/do/0/greet/sett)", "CAIRN-0113"),
                        line -> assertThat(line).contains("workflows/misspelt.yaml:6", "CAIRN-0303", "\"nobody\""),
                        line -> assertThat(line).contains("workflows/misspelt.yaml:8", "(/do/2/tell/set/a)", "CAIRN-0301"),
                        line -> assertThat(line).contains("workflows/twin.yml:1", "CAIRN-0602", "default:twin:1.0.0"),
                        line -> assertThat(line).contains("workflows/twin.yml:2", "CAIRN-0610", "/cairn/instances/mine"));
            });

    @Workflow(name = "throwing")
    static class Throwing {
        static Flow define() {
            return flow(set("never", deeper()));
        }

        private static String deeper() {
            throw new IllegalStateException("Not now");
        }
    }

    static class NoBean {
        String call(String text) {
            return text;
        }
    }

    @Workflow(name = "calls-no-bean")
    static class CallsNoBean {
        static Flow define() {
            return flow(call("call", NoBean::call));
        }
    }

    @Workflow(name = "no-flow")
    static class NoFlow {}

    @Workflow(name = "not-static")
    static class NotStatic {
        Flow define() {
            return flow(set("same", "."));
        }
    }

    @Workflow(name = "two-flows")
    static class TwoFlows {
        static Flow one() {
            return flow(set("same", "."));
        }

        static Flow two() {
            return flow(set("same", "."));
        }
    }

    @Workflow(name = "twin")
    @HttpTrigger(path = "/twins")
    static class Twin {
        static Flow define() {
            return flow(set("same", "."));
        }
    }

    @Workflow(name = "wrong")
    static class Wrong {
        static Flow define() {
            return flow(set("wrong", ".a +"));
        }
    }

    /** With the same mistake, in the same file, at the same pointer. */
    @Workflow(name = "wrong-as-well")
    static class WrongAsWell {
        static Flow define() {
            return flow(set("wrong", ".a +"));
        }
    }

    @Workflow(name = "wrong-methods")
    static class WrongMethods extends AboveWrongMethods {
        @WorkflowTask(order = 1, condition = ".a +")
        static String wrong(String text) {
            return text;
        }
    }

    abstract static class AboveWrongMethods {
        @WorkflowTask(order = 2)
        static String above(String text) {
            return text;
        }
    }

    @Test
    void isNeverRun() {
        fail("The build should have failed");
    }
}
