package dev.cairn.management;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;
import io.restassured.response.ValidatableResponse;

/** The publisher of an event that is refused learns who has the event, and whether to publish it again. */
class RefusedEventTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withApplicationRoot(root -> root
            .addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: shop, name: billing, version: 1.0.0}
                    schedule: {on: {one: {with: {type: shop.placed}}}}
                    input: {schema: {document: {items: {properties: {order: {type: integer}}}}}}
                    do: [{done: {set: {done: true}}}]
                    """), "workflows/billing.yaml")
            .addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: shop, name: packing, version: 1.0.0}
                    schedule: {on: {one: {with: {type: shop.placed}}}}
                    do: [{done: {set: {done: true}}}]
                    """), "workflows/packing.yaml"))
            .overrideConfigKey("quarkus.cairn.events.keep.\"shop.noted\"", "1H")
            .overrideConfigKey("quarkus.cairn.events.max-kept-size", "2K")
            .setLogRecordPredicate(line -> line.getLoggerName().equals("dev.cairn.audit"))
            .assertLogRecords(lines -> assertThat(lines).extracting(line -> line.getMessage())
                    .anySatisfy(line -> assertThat(line)
                            .startsWith("CAIRN-0753: Command done in part [command=publish_event").contains("CAIRN-0830"))
                    .anySatisfy(line -> assertThat(line)
                            .startsWith("CAIRN-0753: Command refused [command=publish_event").contains("CAIRN-0482")));

    private static ValidatableResponse publish(String id, String type, String data) {
        return given().contentType("application/json")
                .body("{\"event\":{\"id\":\"" + id + "\",\"source\":\"/desk\",\"type\":\"" + type + "\",\"data\":" + data
                        + "}}")
                .post("/q/cairn/api/v1/events").then();
    }

    @Test
    void othersHaveAnEventThatOneWorkflowRefuses() {
        publish("1", "shop.placed", "{\"order\":\"seven\"}").statusCode(400).body("code", equalTo("CAIRN-0830"),
                "detail", startsWith("Cannot start an instance by an event [workflow=shop:billing"),
                "detail", containsString("/0/order"), "detail", containsString("The other recipients have the event."));
        given().get("/q/cairn/api/v1/instances?workflow=packing").then().body("instances", hasSize(1));
    }

    @Test
    void anEventIsTooLargeToBeKept() {
        publish("2", "shop.noted", "\"" + "x".repeat(3_000) + "\"").statusCode(400).body("code", equalTo("CAIRN-0482"),
                "detail", containsString("Raise quarkus.cairn.events.max-kept-size."), "detail",
                not(containsString("Nothing was started")));
    }

    @Test
    void theLimitOfKeptEventsIsReached() {
        String half = "\"" + "x".repeat(1_200) + "\"";
        publish("3", "shop.noted", half).statusCode(200).body("outcome", equalTo("kept"));
        publish("4", "shop.noted", half).statusCode(503).body("code", equalTo("CAIRN-0482"),
                "detail", containsString("the limit of kept events is reached"));
    }
}
