package dev.cairn.management;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;
import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasItem;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import io.quarkus.test.QuarkusUnitTest;
import io.quarkus.test.common.http.TestHTTPResource;

/** With the management interface of Quarkus the management API is on its port, and on no other. */
class ManagementInterfaceTest {

    private static final String WORKFLOWS = "/q/cairn/api/v1/workflows";

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(Orders.class))
            .overrideConfigKey("quarkus.management.enabled", "true")
            .overrideConfigKey("quarkus.management.test-port", "0")
            .overrideConfigKey("quarkus.management.auth.basic", "true")
            .overrideConfigKey("quarkus.security.users.embedded.enabled", "true")
            .overrideConfigKey("quarkus.security.users.embedded.plain-text", "true")
            .overrideConfigKey("quarkus.security.users.embedded.users.vera", "v")
            .overrideConfigKey("quarkus.security.users.embedded.roles.vera", "viewer")
            .overrideConfigKey("quarkus.cairn.management.roles.view", "viewer");

    @Workflow(name = "orders")
    static class Orders {
        static Flow define() {
            return flow(set("same", "."));
        }
    }

    @TestHTTPResource(management = true)
    URI management;

    @Test
    void answersOnItsPortOnly() {
        String workflows = management.resolve(WORKFLOWS).toString();
        given().auth().preemptive().basic("vera", "v").get(workflows).then().statusCode(200)
                .body("workflows.workflow", hasItem("default:orders"));
        given().get(workflows).then().statusCode(401).contentType("application/problem+json")
                .header("WWW-Authenticate", containsString("basic"));
        given().auth().preemptive().basic("vera", "wrong").get(workflows).then().statusCode(401)
                .contentType("application/problem+json").header("WWW-Authenticate", containsString("basic"));
        given().auth().preemptive().basic("vera", "v").get(WORKFLOWS).then().statusCode(404);
    }

    @Test
    void showsTheConsoleThereOnly() {
        String console = management.resolve("/q/cairn/").toString();
        given().auth().preemptive().basic("vera", "v").get(console).then().statusCode(200)
                .contentType("text/html; charset=utf-8");
        given().get(console).then().statusCode(401).header("WWW-Authenticate", containsString("basic"));
        given().auth().preemptive().basic("vera", "v").get("/q/cairn/").then().statusCode(404);
    }

    /** Quarkus itself refuses it here, for any path. */
    @Test
    void describesWhyABodyIsRefused() throws IOException {
        try (Socket client = new Socket(management.getHost(), management.getPort())) {
            client.setSoTimeout(20_000);
            client.getOutputStream().write(("POST " + WORKFLOWS + "/orders/instances HTTP/1.1\r\nHost: localhost\r\n"
                    + "Content-Type: application/json\r\nContent-Length: 20000000\r\n\r\n{").getBytes(UTF_8));
            assertThat(new String(client.getInputStream().readAllBytes(), UTF_8)).startsWith("HTTP/1.1 413 ")
                    .contains("application/problem+json");
        }
    }
}
