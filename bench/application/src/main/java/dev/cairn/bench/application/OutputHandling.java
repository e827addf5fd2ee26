package dev.cairn.bench.application;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;

import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;

/** Output handling: a large value comes in, passes two tasks and goes out. */
@Workflow(name = OutputHandling.NAME, namespace = "bench")
public class OutputHandling {

    static final String NAME = "output";

    static Flow define() {
        return flow(set("load", output("LOADED")), set("complete", output("COMPLETED")));
    }

    private static String output(String status) {
        return "{taskOutput: .taskOutput, taskOutputSizeKb: .taskOutputSizeKb, status: \"" + status + "\"}";
    }
}
