package dev.cairn.bench.application;

import dev.cairn.api.HttpTrigger;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;

/** Task orchestration: 100 {@code set} tasks, each with an entry of its own in the journal; the configuration says so. */
@Workflow(name = "history100", namespace = "bench")
@HttpTrigger(path = "/bench/history100")
public class History100 {

    static Flow define() {
        return OrderTasks.sets(100);
    }
}
