package dev.cairn.virtualthreads;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.flow;

import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;

/** Calls methods that want a virtual thread. */
@Workflow(name = "places")
class Places {

    static Flow define() {
        return flow(call("value", Bean::value), call("uni", Bean::uni));
    }
}
