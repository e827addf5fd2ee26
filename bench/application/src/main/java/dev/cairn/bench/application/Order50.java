package dev.cairn.bench.application;

import dev.cairn.api.HttpTrigger;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;

/** Task orchestration: 50 {@code set} tasks. */
@Workflow(name = "order50", namespace = "bench")
@HttpTrigger(path = "/bench/order50")
public class Order50 {

    static Flow define() {
        return OrderTasks.sets(50);
    }
}
