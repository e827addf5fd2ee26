package dev.cairn.bench.application;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.waitFor;

import java.time.Duration;

import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;

/** One task, which waits for five seconds. */
@Workflow(name = "sleep5", namespace = "bench")
public class FiveSecondWait {

    static Flow define() {
        return flow(waitFor("pause", Duration.ofSeconds(5)));
    }
}
