package dev.cairn.bench.application;

import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;

/** Three nested loops with 2,100 task runs; each task sees the output of the task before it. Scenario {@code foreach3}. */
@Workflow(name = "foreach3", namespace = "bench")
public class LastOutputLoops {

    static Flow define() {
        return NestedLoops.lastOutput();
    }
}
