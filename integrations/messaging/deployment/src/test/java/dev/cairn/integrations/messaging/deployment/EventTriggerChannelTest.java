package dev.cairn.integrations.messaging.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Metadata;
import org.eclipse.microprofile.reactive.messaging.spi.Connector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.CairnClient;
import dev.cairn.api.EventTrigger;
import dev.cairn.api.InstanceFilter;
import dev.cairn.api.Workflow;
import dev.cairn.api.WorkflowTask;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.reactive.messaging.ce.OutgoingCloudEventMetadata;
import io.smallrye.reactive.messaging.memory.InMemoryConnector;

/** The messages of the channel of a trigger start instances, each of them once. */
class EventTriggerChannelTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(Packing.class, CollectorWorkflow.class))
            .overrideConfigKey("mp.messaging.incoming.placed.connector", "smallrye-in-memory");

    @Inject
    CairnClient cairn;

    @Inject
    @Connector("smallrye-in-memory")
    InMemoryConnector connector;

    private final AtomicInteger acknowledged = new AtomicInteger();

    /** Packs an order. */
    @ApplicationScoped
    @Workflow(name = "packing")
    @EventTrigger(type = "shop.order.placed", channel = "placed")
    public static class Packing {
        @WorkflowTask(order = 10)
        Object pack(List<Map<String, Object>> placed) {
            return placed.get(0).get("order");
        }
    }

    @Test
    void aMessageThatComesAgainStartsNothing() {
        send("e-1");
        send("e-2");
        send("e-1");

        await().atMost(CollectorWorkflow.PATIENCE).until(() -> acknowledged.get() == 3);
        assertThat(cairn.findAll(InstanceFilter.all()).collect().asList().await().atMost(CollectorWorkflow.PATIENCE)).hasSize(2)
                .allSatisfy(instance -> assertThat(instance.workflow()).isEqualTo("default:packing"));
    }

    private void send(String id) {
        connector.source("placed").send(Message.of("{\"order\": 1}", Metadata.of(OutgoingCloudEventMetadata.builder().withId(id)
                .withSource(URI.create("/web")).withType("shop.order.placed").build())).withAck(() -> {
                    acknowledged.incrementAndGet();
                    return CompletableFuture.completedFuture(null);
                }));
    }
}
