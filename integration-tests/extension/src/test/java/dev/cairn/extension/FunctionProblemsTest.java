package dev.cairn.extension;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.flow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.Workflow;
import dev.cairn.api.WorkflowFunction;
import dev.cairn.fluent.Flow;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.smallrye.mutiny.Multi;

/** Methods that no workflow could call fail the build, also if none calls them yet. */
class FunctionProblemsTest {

    private static final String ODD = "dev.cairn.extension.FunctionProblemsTest$Odd#";

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(Odd.class, NoBean.class, OneOfTwo.class, First.class, Second.class,
                    Order.class, Size.class, Unborn.class, CallsValues.class))
            .assertException(failure -> assertThat(failure.getMessage().lines().skip(1)
                    .map(line -> line.replaceFirst(".*: (CAIRN-\\d+): ", "$1 "))).containsExactlyInAnyOrder(
                            "CAIRN-0605 " + ODD + "hidden is private, so it cannot be called on its bean."
                                    + " Make it at least package-private.",
                            "CAIRN-0605 " + ODD + "loose is static, and a function is called on its bean. Remove static.",
                            "CAIRN-0606 " + ODD + "any has type parameters of its own."
                                    + " Use concrete types: JSON has to be converted to them.",
                            "CAIRN-0606 " + ODD + "any has a parameter value of type T, which JSON cannot be converted to."
                                    + " Use a type without type variables.",
                            "CAIRN-0606 " + ODD + "any returns T, which cannot be converted to JSON."
                                    + " Use a type without type variables.",
                            "CAIRN-0606 " + ODD + "several returns a Multi, which is not one value that can be awaited."
                                    + " Return the value, or a Uni of it; for several values a Uni of a list.",
                            "CAIRN-0608 " + ODD + "same has the function name \"twice\", which " + ODD + "also has as well."
                                    + " Give one of them another name with @WorkflowFunction(\"…\").",
                            "CAIRN-0609 " + ODD + "torn has both @Blocking and @NonBlocking. Remove one of them.",
                            "CAIRN-0609 " + ODD + "light uses @RunOnVirtualThread, and " + withoutVirtualThreads(),
                            "CAIRN-0607 dev.cairn.extension.FunctionProblemsTest$NoBean#lost is called by a workflow, but"
                                    + " dev.cairn.extension.FunctionProblemsTest$NoBean is no bean."
                                    + " Add a scope such as @ApplicationScoped to the class.",
                            "CAIRN-0607 " + value("Order", "total") + " Write a lambda: (Order value) -> value.total().",
                            "CAIRN-0607 " + value("Size", "label") + " Write a lambda: (Size value) -> value.label().",
                            "CAIRN-0607 " + value("Order", "plus") + " Move the method into a class with a scope such as"
                                    + " @ApplicationScoped.",
                            "CAIRN-0607 " + value("Order", "named") + " Move the method into a class with a scope such as"
                                    + " @ApplicationScoped.",
                            "CAIRN-0607 " + value("Unborn", "some") + " Add a scope such as @ApplicationScoped to a class that"
                                    + " implements it.",
                            "CAIRN-0607 dev.cairn.extension.FunctionProblemsTest$OneOfTwo#which is called by a workflow, but"
                                    + " dev.cairn.extension.FunctionProblemsTest$OneOfTwo has several beans:"
                                    + " dev.cairn.extension.FunctionProblemsTest$First,"
                                    + " dev.cairn.extension.FunctionProblemsTest$Second. Refer to the method of one of their"
                                    + " classes."));

    private static String value(String type, String method) {
        String name = "dev.cairn.extension.FunctionProblemsTest$" + type;
        return name + "#" + method + " is called by a workflow, but " + name + " is no bean.";
    }

    /** These tests are compiled for Java 17. */
    private static String withoutVirtualThreads() {
        int feature = Runtime.version().feature();
        return feature < 21
                ? "JDK " + feature + " has no virtual threads. Build and run with JDK 21 or later, or remove the annotation."
                : "is compiled for a Java version without virtual threads. Set maven.compiler.release to 21 or later, or remove"
                        + " the annotation.";
    }

    @ApplicationScoped
    static class Odd {
        @WorkflowFunction
        private String hidden(String value) {
            return value;
        }

        @WorkflowFunction
        static String loose(String value) {
            return value;
        }

        @WorkflowFunction
        <T> T any(T value) {
            return value;
        }

        @WorkflowFunction
        Multi<String> several(String value) {
            return Multi.createFrom().item(value);
        }

        @WorkflowFunction("twice")
        String also(String value) {
            return value;
        }

        @WorkflowFunction("twice")
        String same(String value) {
            return value;
        }

        @Blocking
        @NonBlocking
        @WorkflowFunction
        String torn(String value) {
            return value;
        }

        @RunOnVirtualThread
        @WorkflowFunction
        String light(String value) {
            return value;
        }

        @WorkflowFunction
        void fine(List<? extends Number> values, int count, String[] names) {}
    }

    static class NoBean {
        @WorkflowFunction
        String lost(String value) {
            return value;
        }
    }

    record Order(int price) {
        int total() {
            return price;
        }

        int plus(int more) {
            return price + more;
        }

        @WorkflowFunction
        int named() {
            return price;
        }
    }

    enum Size {
        LARGE;

        String label() {
            return name();
        }
    }

    interface Unborn {
        String some(String value);
    }

    @Workflow(name = "calls-values")
    static class CallsValues {
        static Flow define() {
            return flow(call("total", Order::total), call("plus", Order::plus), call("label", Size::label),
                    call("some", Unborn::some));
        }
    }

    interface OneOfTwo {
        @WorkflowFunction
        default String which(String value) {
            return value;
        }
    }

    @ApplicationScoped
    static class First implements OneOfTwo {}

    @ApplicationScoped
    static class Second implements OneOfTwo {}

    @Test
    void isNeverRun() {
        fail("The build should have failed");
    }
}
