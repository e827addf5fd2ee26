package dev.cairn.bench.application;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.flow;

import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;

/** One call without an answer, so that it is under way when the application dies. See {@link UnansweredCalls}. */
@Workflow(name = Unanswered.NAME, namespace = "bench")
public class Unanswered {

    static final String NAME = "unanswered";

    static Flow define() {
        return flow(call("ask", UnansweredCalls::ask).with("."));
    }
}
