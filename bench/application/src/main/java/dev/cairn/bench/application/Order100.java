package dev.cairn.bench.application;

import dev.cairn.api.HttpTrigger;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;

/** Task orchestration: 100 {@code set} tasks. */
@Workflow(name = "order100", namespace = "bench")
@HttpTrigger(path = "/bench/order100")
public class Order100 {

    static Flow define() {
        return OrderTasks.sets(100);
    }
}
