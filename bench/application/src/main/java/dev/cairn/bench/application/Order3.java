package dev.cairn.bench.application;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;

import dev.cairn.api.HttpTrigger;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;

/** Task orchestration: the three {@code set} tasks that one more script of the published benchmark starts. */
@Workflow(name = "order", namespace = "bench")
@HttpTrigger(path = "/bench/order")
public class Order3 {

    static Flow define() {
        return flow(set("receive", OrderTasks.order("RECEIVED")), set("validate", OrderTasks.order("VALIDATED")),
                set("complete", OrderTasks.order("COMPLETED")));
    }
}
