package dev.cairn.application;

import static dev.cairn.fluent.Flows.events;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.listen;
import static dev.cairn.fluent.Flows.one;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnClient;
import dev.cairn.api.EventBus;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import io.cloudevents.CloudEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.test.junit.QuarkusTest;

/** Beans and workflows hear what becomes of instances and their tasks. */
@QuarkusTest
class LifecycleEventsTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Inject
    CairnClient cairn;

    @Inject
    Watch watch;

    @ApplicationScoped
    static class Watch {

        private final List<CloudEvent> told = new CopyOnWriteArrayList<>();

        @Inject
        EventBus events;

        void begin(@Observes StartupEvent started) {
            events.taskLifecycle().subscribe().with(told::add);
        }

        List<String> told(String instance) {
            return told.stream().filter(event -> event.getSubject().equals(instance)).map(CloudEvent::getType).toList();
        }
    }

    @Workflow(namespace = "shop", name = "audit")
    static class Audit {
        static Flow define() {
            return flow(listen("ended", one(events("io.serverlessworkflow.workflow.completed.v1")
                    .with("data", "${ .definition.name == \"priced-order\" }"))));
        }
    }

    @Test
    void workflowsAndBeansHearOfInstancesAndTasks() {
        InstanceHandle audit = cairn.start("audit", Map.of()).await().atMost(LIMIT);
        InstanceHandle ledger = cairn.start("ledger", Map.of()).await().atMost(LIMIT);
        InstanceHandle order = cairn.start("priced-order", Map.of("amount", 21)).await().atMost(LIMIT);

        assertThat(audit.result().await().atMost(LIMIT).path(0).path("output")).hasToString("{\"price\":42}");
        assertThat(ledger.result().await().atMost(LIMIT).path(0).path("task").textValue()).isEqualTo("/do/0/price");
        assertThat(watch.told(order.id())).containsExactly("io.serverlessworkflow.task.created.v1",
                "io.serverlessworkflow.task.started.v1", "io.serverlessworkflow.task.completed.v1");
    }
}
