package dev.cairn.bench.application;

import dev.cairn.api.HttpTrigger;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;

/** Task orchestration: 20 {@code set} tasks. */
@Workflow(name = "order20", namespace = "bench")
@HttpTrigger(path = "/bench/order20")
public class Order20 {

    static Flow define() {
        return OrderTasks.sets(20);
    }
}
