package dev.cairn.bench.application;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;

import dev.cairn.api.HttpTrigger;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;

/** One task: what a workflow costs that does nothing, the floor. */
@Workflow(name = "hello", namespace = "bench")
@HttpTrigger(path = "/bench/hello")
public class Hello {

    static Flow define() {
        return flow(set("greet", "{message: \"hello world!\"}"));
    }
}
