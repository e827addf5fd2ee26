package dev.cairn.bench.application;

import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;

/** Three nested loops with 2,100 task runs; all outputs are kept in a list. */
@Workflow(name = "foreach3-all", namespace = "bench")
public class AllOutputsLoops {

    static Flow define() {
        return NestedLoops.allOutputs();
    }
}
