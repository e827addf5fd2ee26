package dev.cairn.integrations.messaging.deployment;

import static dev.cairn.fluent.Flows.any;
import static dev.cairn.fluent.Flows.events;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.listen;

import java.time.Duration;

import org.awaitility.Awaitility;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;

/** Collects events of one type until it has the number in its input; its output is the events. */
@Workflow(name = "collector")
class CollectorWorkflow {

    static final String TYPE = "shop.order.placed";
    static final Duration PATIENCE = Duration.ofSeconds(30);

    static Flow define() {
        return flow(listen("collected", any(events(TYPE)).until("length >= $workflow.input")).envelopes());
    }

    /** Starts an instance, and returns when it listens. */
    static InstanceHandle listening(CairnClient cairn, int wanted) {
        InstanceHandle instance = cairn.start("collector", wanted).await().atMost(PATIENCE);
        Awaitility.await().atMost(PATIENCE).until(
                () -> instance.view().await().atMost(PATIENCE).status() == InstanceStatus.WAITING);
        return instance;
    }

    static JsonNode collected(InstanceHandle instance) {
        return instance.result().await().atMost(PATIENCE);
    }
}
