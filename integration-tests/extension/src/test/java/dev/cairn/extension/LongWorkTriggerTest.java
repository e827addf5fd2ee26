package dev.cairn.extension;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.matchesPattern;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import jakarta.inject.Inject;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.CairnClient;
import io.quarkus.test.QuarkusUnitTest;
import io.restassured.http.ContentType;

/** Clients and other workflows do not wait for pure work that takes long. */
class LongWorkTriggerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addAsResource(workflow("count", "count: {set: {n: '${ last(range(1e15)) }'}}"),
                    "workflows/count.yaml")
                    .addAsResource(workflow("jump", "more: {switch: [{again: {then: more}}]}"), "workflows/jump.yaml")
                    .addAsResource(workflow("match", "find: {set: {n: '${ \"a\" * 5000 | test(\"(.*)*(.*)*(.*)*x$\") }'}}"),
                            "workflows/match.yaml")
                    .addAsResource(workflow("sum", "sum: {set: {n: '${ [range(100000)] | add }'}}"), "workflows/sum.yaml"))
            .overrideConfigKey("quarkus.cairn.work.worker-budget", "2147483647")
            .overrideConfigKey("quarkus.cairn.work.instance-budget", "1000000000000");

    @Inject
    CairnClient cairn;

    private final List<String> begun = new ArrayList<>();

    private static StringAsset workflow(String name, String task) {
        return new StringAsset(
                "document: {dsl: 1.0.3, namespace: test, name: " + name + ", version: 1.0.0, metadata: {cairn: {http: "
                        + "{path: /" + name + "}}}}\ndo: [{" + task + "}]\n");
    }

    private String begin(String name, String preference) {
        String id = given().header("Prefer", preference).contentType(ContentType.JSON).body("{}").post("/" + name).then()
                .statusCode(202).header("Location", matchesPattern("/cairn/instances/.*")).extract().path("id");
        begun.add(id);
        return id;
    }

    @AfterEach
    void cancel() {
        begun.forEach(id -> {
            cairn.instance(id).cancel().await().atMost(PATIENCE);
            given().get("/cairn/instances/" + id).then().body("status", equalTo("cancelled"));
        });
        begun.clear();
    }

    @Test
    void aClientThatDoesNotWaitIsAnsweredAtOnce() {
        String id = begin("count", "respond-async");
        given().get("/cairn/instances/" + id).then().statusCode(200).body("status", equalTo("running"));
        begin("jump", "respond-async");
        begin("count", "wait=0");
    }

    @Test
    void aClientThatWaitsIsAnsweredWhenItsTimeIsOver() {
        begin("count", "wait=1");
        begin("jump", "wait=1");
    }

    @Test
    void otherWorkflowsAreComputedMeanwhile() {
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            begin("count", "respond-async");
            begin("jump", "respond-async");
            begin("match", "respond-async");
        }
        given().header("Prefer", "wait=120").contentType(ContentType.JSON).body("{}").post("/sum").then().statusCode(200)
                .body("n", is(4_999_950_000L));
    }
}
