package dev.cairn.management;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.HttpTrigger;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import io.quarkus.test.QuarkusUnitTest;
import io.quarkus.test.common.http.TestHTTPResource;
import io.restassured.specification.RequestSpecification;

/** The console and its API stand below the root of the management interface, beside moved roots of the application. */
class MovedInterfaceTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = EmbeddedUsers.add(new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(EmbeddedUsers.class, EventStream.class, Orders.class)),
            Map.of("vera", "viewer"))
            .overrideConfigKey("quarkus.http.root-path", "/app")
            .overrideConfigKey("quarkus.http.non-application-root-path", "/nonapp")
            .overrideConfigKey("quarkus.management.enabled", "true")
            .overrideConfigKey("quarkus.management.root-path", "/ops")
            .overrideConfigKey("quarkus.management.test-port", "0")
            .overrideConfigKey("quarkus.management.auth.basic", "true")
            .overrideConfigKey("quarkus.cairn.management.roles.view", "viewer");

    @Workflow(name = "orders")
    @HttpTrigger(path = "/orders")
    static class Orders {
        static Flow define() {
            return flow(set("same", "."));
        }
    }

    @TestHTTPResource(management = true)
    URI management;

    private static RequestSpecification vera() {
        return EmbeddedUsers.as("vera").basePath("");
    }

    @Test
    void theConsoleFindsItsFilesAndTheApi() {
        String console = management.resolve("/ops/cairn/").toString();
        String page = vera().get(console).then().statusCode(200).extract().asString();
        Matcher script = Pattern.compile("src=\"(assets/[^\"]+/app\\.js)\"").matcher(page);
        assertThat(script.find()).isTrue();
        vera().get(console + script.group(1)).then().statusCode(200).body(containsString("cairn-app"));
        vera().get(console + "api/v1/workflows").then().statusCode(200)
                .body("workflows[0].triggers[0].path", equalTo("/app/orders"));
    }

    @Test
    void changesAreStreamed() {
        String credentials = Base64.getEncoder().encodeToString("vera:v".getBytes(StandardCharsets.US_ASCII));
        try (EventStream stream = EventStream.open(management.resolve("/ops/cairn/api/v1/changes"), "Authorization",
                "Basic " + credentials)) {
            assertThat(stream.status()).isEqualTo(200);
            assertThat(stream.header("content-type")).isEqualTo("text/event-stream");
        }
    }

    @Test
    void thePortOfTheApplicationHasNeither() {
        for (String root : List.of("/ops", "/nonapp", "/app/nonapp", "/q", "/app/q")) {
            given().basePath("").get(root + "/cairn/").then().statusCode(404);
            given().basePath("").get(root + "/cairn/api/v1/workflows").then().statusCode(404);
        }
    }
}
