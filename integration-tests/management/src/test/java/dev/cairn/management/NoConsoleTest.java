package dev.cairn.management;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;
import static io.restassured.RestAssured.given;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import io.quarkus.test.QuarkusUnitTest;

/** An application may have the management API without the console. */
class NoConsoleTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(Orders.class))
            .overrideConfigKey("quarkus.cairn.console.enabled", "false");

    @Workflow(name = "orders")
    static class Orders {
        static Flow define() {
            return flow(set("same", "."));
        }
    }

    @Test
    void hasTheApiAlone() {
        given().get("/q/cairn/api/v1/workflows").then().statusCode(200);
        given().get("/q/cairn/").then().statusCode(404);
        given().get("/q/cairn").then().statusCode(404);
    }
}
