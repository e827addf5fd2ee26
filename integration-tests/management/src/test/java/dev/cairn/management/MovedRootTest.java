package dev.cairn.management;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;
import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.HttpTrigger;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import io.quarkus.test.QuarkusUnitTest;

/** The management API stands below the non-application root, wherever that is; authentication may be lazy. */
class MovedRootTest {

    private static final String WORKFLOWS = "/shop/ops/cairn/api/v1/workflows";

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(Orders.class))
            .overrideConfigKey("quarkus.http.root-path", "/shop")
            .overrideConfigKey("quarkus.rest.path", "/api")
            .overrideConfigKey("quarkus.http.non-application-root-path", "ops")
            .overrideConfigKey("quarkus.http.auth.proactive", "false")
            .overrideConfigKey("quarkus.http.auth.basic", "true")
            .overrideConfigKey("quarkus.security.users.embedded.enabled", "true")
            .overrideConfigKey("quarkus.security.users.embedded.plain-text", "true")
            .overrideConfigKey("quarkus.security.users.embedded.users.vera", "v")
            .overrideConfigKey("quarkus.security.users.embedded.roles.vera", "viewer")
            .overrideConfigKey("quarkus.cairn.management.roles.view", "**");

    @Workflow(name = "orders")
    @HttpTrigger(path = "/orders")
    static class Orders {
        static Flow define() {
            return flow(set("same", "."));
        }
    }

    @Test
    void answersBelowTheRoot() {
        given().basePath("").auth().preemptive().basic("vera", "v").get(WORKFLOWS).then().statusCode(200)
                .body("workflows[0].triggers[0].path", equalTo("/shop/api/orders"));
        given().basePath("").get("/q/cairn/api/v1/workflows").then().statusCode(404);
        given().basePath("").auth().preemptive().basic("vera", "v").get(WORKFLOWS + "/nothing").then().statusCode(404)
                .contentType("application/problem+json");
    }

    @Test
    void showsTheConsoleBesideTheApi() {
        given().basePath("").auth().preemptive().basic("vera", "v").get("/shop/ops/cairn/").then().statusCode(200)
                .contentType("text/html; charset=utf-8").body(containsString("src=\"assets/"));
        given().basePath("").get("/shop/ops/cairn/").then().statusCode(401).header("WWW-Authenticate", containsString("basic"));
        given().basePath("").auth().preemptive().basic("vera", "wrong").get("/shop/ops/cairn/").then().statusCode(401);
        given().basePath("").get("/q/cairn/").then().statusCode(404);
    }

    @Test
    void describesRefusals() {
        given().basePath("").get(WORKFLOWS).then().statusCode(401).contentType("application/problem+json")
                .header("WWW-Authenticate", containsString("basic"));
        given().basePath("").auth().preemptive().basic("vera", "wrong").get(WORKFLOWS).then().statusCode(401)
                .contentType("application/problem+json").header("WWW-Authenticate", containsString("basic"));
    }
}
