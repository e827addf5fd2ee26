package dev.cairn.bench.application;

import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;

/** Three nested loops with 2,100 task runs; each task sees the output of the one before it. */
@Workflow(name = "foreach3", namespace = "bench")
public class Foreach3 {

    static Flow define() {
        return NestedLoops.last();
    }
}
