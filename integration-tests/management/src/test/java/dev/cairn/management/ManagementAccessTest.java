package dev.cairn.management;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;
import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import io.quarkus.test.QuarkusUnitTest;
import io.restassured.specification.RequestSpecification;

/** Who is answered by the management API. */
class ManagementAccessTest {

    private static final String PROBLEM = "application/problem+json";
    private static final String WORKFLOWS = "/q/cairn/api/v1/workflows";

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(Orders.class, Salaries.class))
            .overrideConfigKey("quarkus.http.auth.basic", "true")
            .overrideConfigKey("quarkus.security.users.embedded.enabled", "true")
            .overrideConfigKey("quarkus.security.users.embedded.plain-text", "true")
            .overrideConfigKey("quarkus.security.users.embedded.users.vera", "v")
            .overrideConfigKey("quarkus.security.users.embedded.roles.vera", "viewer")
            .overrideConfigKey("quarkus.security.users.embedded.users.pia", "p")
            .overrideConfigKey("quarkus.security.users.embedded.roles.pia", "paymaster")
            .overrideConfigKey("quarkus.security.users.embedded.users.nora", "n")
            .overrideConfigKey("quarkus.security.users.embedded.roles.nora", "nobody")
            .overrideConfigKey("quarkus.cairn.management.roles.view", "viewer")
            .overrideConfigKey("quarkus.cairn.management.workflow.salaries.roles.operate", "paymaster");

    @Workflow(name = "orders")
    static class Orders {
        static Flow define() {
            return flow(set("same", "."));
        }
    }

    @Workflow(name = "salaries")
    static class Salaries {
        static Flow define() {
            return flow(set("same", "."));
        }
    }

    @Test
    void asksForCredentials() {
        given().get(WORKFLOWS).then().statusCode(401).contentType(PROBLEM)
                .header("WWW-Authenticate", containsString("basic")).body("status", equalTo(401));
        as("vera", "wrong").get(WORKFLOWS).then().statusCode(401).contentType(PROBLEM)
                .header("WWW-Authenticate", containsString("basic")).body("status", equalTo(401));
    }

    @Test
    void refusesCallersWithoutRoles() {
        as("nora", "n").get(WORKFLOWS).then().statusCode(403).contentType(PROBLEM).body("status", equalTo(403));
    }

    @Test
    void leavesOutWhatTheCallerMayNotSee() {
        as("vera", "v").get(WORKFLOWS).then().statusCode(200).header("Cache-Control", "no-store")
                .body("workflows.workflow", contains("default:orders"));
        as("pia", "p").get(WORKFLOWS).then().statusCode(200).body("workflows.workflow", contains("default:salaries"));
    }

    @Test
    void tellsWhatIsNotThere() {
        as("vera", "v").get("/q/cairn/api/v1/nothing").then().statusCode(404).contentType(PROBLEM);
        as("vera", "v").get("/q/cairn/api/v1").then().statusCode(404).contentType(PROBLEM);
        as("vera", "v").post(WORKFLOWS).then().statusCode(405).contentType(PROBLEM).header("Allow", "GET, HEAD");
    }

    private static RequestSpecification as(String user, String password) {
        return given().auth().preemptive().basic(user, password);
    }
}
