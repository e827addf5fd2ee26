package dev.cairn.messaging;

import static dev.cairn.fluent.Flows.any;
import static dev.cairn.fluent.Flows.events;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.listen;

import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;

/** Collects the wanted number of events of a tenant; its input has both, and its output is the events. */
@Workflow(name = "collector")
public class EventCollector {

    static Flow define() {
        return flow(listen("collected", any(events("shop.order.placed").with("data", "${ .tenant == $workflow.input.tenant }"))
                .until("length >= $workflow.input.wanted")).envelopes());
    }
}
