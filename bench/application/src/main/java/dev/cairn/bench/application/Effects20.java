package dev.cairn.bench.application;

import dev.cairn.api.HttpTrigger;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;

/** Task orchestration: 20 calls of a bean, so 20 effects, one after another. */
@Workflow(name = "effects20", namespace = "bench")
@HttpTrigger(path = "/bench/effects20")
public class Effects20 {

    static Flow define() {
        return OrderTasks.effects(20);
    }
}
