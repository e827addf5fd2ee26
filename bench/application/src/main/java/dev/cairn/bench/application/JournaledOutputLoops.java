package dev.cairn.bench.application;

import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;

/** Three nested loops with 2,100 task runs; each output is an entry of the journal ({@code history=tasks}). */
@Workflow(name = "foreach3-history", namespace = "bench")
public class JournaledOutputLoops {

    static Flow define() {
        return NestedLoops.lastOutput();
    }
}
