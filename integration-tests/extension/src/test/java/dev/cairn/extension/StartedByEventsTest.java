package dev.cairn.extension;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.emit;
import static dev.cairn.fluent.Flows.event;
import static dev.cairn.fluent.Flows.events;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.on;
import static dev.cairn.fluent.Flows.one;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.EventBus;
import dev.cairn.api.EventTrigger;
import dev.cairn.api.Workflow;
import dev.cairn.api.WorkflowTask;
import dev.cairn.fluent.Flow;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.quarkus.test.QuarkusUnitTest;

/** Events start workflows of each form. */
class StartedByEventsTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withApplicationRoot(root -> root
            .addClasses(Notes.class, Packing.class, Shipping.class, Placed.class)
            .addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: shop, name: billing, version: 1.0.0}
                    schedule: {on: {one: {with: {type: shop.placed}}}, read: envelope}
                    input: {schema: {document: {items: {properties: {data: {properties: {order: {type: integer}}}}}}}}
                    do:
                      - billed: {emit: {event: {with: {type: shop.billed, data: "${ .[0].data }"}}}}
                    """), "workflows/billing.yaml"))
            .overrideConfigKey("quarkus.cairn.management.enabled", "true")
            .overrideConfigKey("quarkus.cairn.management.permit-all", "true");

    record Placed(int order) {}

    @ApplicationScoped
    static class Notes {
        static final BlockingQueue<String> TAKEN = new LinkedBlockingQueue<>();

        void note(List<JsonNode> events) {
            TAKEN.add("shipped " + events.get(0).path("order").asText());
        }
    }

    @ApplicationScoped
    @Workflow(namespace = "shop", name = "packing")
    @EventTrigger(type = "shop.placed")
    static class Packing {
        @WorkflowTask(order = 10)
        String pack(List<Placed> events) {
            Notes.TAKEN.add("packed " + events.get(0).order());
            return "packed";
        }
    }

    @Workflow(namespace = "shop", name = "shipping")
    static class Shipping {
        static Flow define() {
            return flow(call("note", Notes::note), emit("shipped", event("shop.shipped")))
                    .schedule(on(one(events("shop.billed").correlate("order", ".data.order"))));
        }
    }

    @Inject
    EventBus bus;

    @BeforeEach
    void forget() {
        Notes.TAKEN.clear();
    }

    private void publish(String id, String json) {
        bus.publish(CloudEventBuilder.v1().withId(id).withSource(URI.create("/test")).withType("shop.placed")
                .withData("application/json", json.getBytes(StandardCharsets.UTF_8)).build()).await().atMost(LIMIT);
    }

    @Test
    void anEventStartsAWorkflowAndWhatThatEmitsAnother() throws InterruptedException {
        publish("1", "{\"order\": 7}");
        publish("1", "{\"order\": 7}");

        assertThat(List.of(next(), next())).containsExactlyInAnyOrder("packed 7", "shipped 7");
        publish("2", "{\"order\": 8}");
        assertThat(List.of(next(), next())).containsExactlyInAnyOrder("packed 8", "shipped 8");
    }

    @Test
    void anEventThatOneWorkflowRefusesIsTakenByTheOtherAndItsPublisherIsTold() throws InterruptedException {
        CairnException refusal = catchThrowableOfType(CairnException.class, () -> publish("3", "{\"order\": 3.5}"));

        assertThat(refusal.reason()).isEqualTo(Reason.INVALID_INPUT);
        assertThat(refusal).hasMessageContaining("CAIRN-0830").hasMessageContaining("shop:billing");
    }

    @Test
    void theManagementApiNamesTheEvents() {
        assertThat(given().get("/q/cairn/api/v1/workflows/shop:billing").jsonPath().getList("triggers").toString())
                .isEqualTo("[{kind=event, type=shop.placed}]");
    }

    private static String next() throws InterruptedException {
        return Notes.TAKEN.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
}
