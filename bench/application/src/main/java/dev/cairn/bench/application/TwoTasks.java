package dev.cairn.bench.application;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;

import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;

/** Two short tasks: one makes a message, the other gives it to a bean, which is an effect that is journaled. */
@Workflow(name = "two-tasks", namespace = "bench")
public class TwoTasks {

    static Flow define() {
        return flow(set("concatenate", "{message: \"Hello \\(.name)\"}"),
                call("hello", MessageLog::write).with(".message"));
    }
}
