package dev.cairn.extension;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.flow;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.enterprise.context.ApplicationScoped;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.HttpTrigger;
import dev.cairn.api.Workflow;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.fluent.Flow;
import io.quarkus.test.QuarkusUnitTest;
import io.restassured.response.Response;

/** An instance that faults is answered with a status that fits, and with nothing of what is inside: that is in the log. */
class HttpFailureTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withApplicationRoot(root -> root
            .addClasses(Fragile.class, Failing.class)
            .addAsResource(new StringAsset("""
                    document:
                      dsl: 1.0.3
                      namespace: acme
                      name: refusing
                      version: 1.0.0
                      metadata: {cairn: {http: {path: /refusals}}}
                    do:
                      - refuse:
                          raise:
                            error:
                              type: https://serverlessworkflow.io/spec/1.0.0/errors/authorization
                              status: 403
                              title: Not yours
                              detail: Only the owner may do this
                    """), "workflows/refusing.yaml"))
            .setLogRecordPredicate(entry -> entry.getMessage().startsWith("CAIRN-046"))
            .assertLogRecords(entries -> assertThat(entries).hasSize(2)
                    .anySatisfy(entry -> assertThat(entry.getThrown()).isInstanceOf(IllegalStateException.class))
                    .anySatisfy(entry -> assertThat(entry.getParameters())
                            .anySatisfy(value -> assertThat(value).asString().startsWith(
                                    "The argument 'how' of Fragile#fail does not fit: it is an object, which cannot be read as"
                                            + " String."))));

    @ApplicationScoped
    static class Fragile {
        String fail(String how) {
            if (how.equals("on purpose")) {
                throw new WorkflowException(
                        new WorkflowError("https://acme.example/sold-out", 409, "Sold out", "No A-7 left", null));
            }
            throw new IllegalStateException("password=secret");
        }
    }

    @Workflow(name = "failing")
    @HttpTrigger(path = "/failures")
    static class Failing {
        static Flow define() {
            return flow(call("fail", Fragile::fail));
        }
    }

    @Test
    void tellsWhatAMethodThrewOnPurpose() {
        Response response = post("/failures", "\"on purpose\"");

        assertThat(response.statusCode()).isEqualTo(409);
        assertThat(response.contentType()).isEqualTo("application/problem+json");
        assertThat(response.jsonPath().getString("type")).isEqualTo("https://acme.example/sold-out");
        assertThat(response.jsonPath().getString("detail")).isEqualTo("No A-7 left");
        given().get("/cairn/instances/" + response.jsonPath().getString("instanceId")).then().statusCode(200);
    }

    @Test
    void tellsWhatARaiseTaskRaised() {
        Response response = post("/refusals", "{}");

        assertThat(response.statusCode()).isEqualTo(403);
        assertThat(response.jsonPath().getString("title")).isEqualTo("Not yours");
        assertThat(response.jsonPath().getString("detail")).isEqualTo("Only the owner may do this");
        assertThat(response.jsonPath().getString("instance")).isEqualTo("/do/0/refuse");
    }

    @Test
    void tellsNothingOfWhatWentWrongInside() {
        Response response = post("/failures", "\"by accident\"");

        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.contentType()).isEqualTo("application/problem+json");
        assertThat(response.asString()).doesNotContain("secret", "IllegalState", "Fragile", "\"detail\"");
        String view = given().get("/cairn/instances/" + response.jsonPath().getString("instanceId")).then().statusCode(200)
                .extract().asString();
        assertThat(view).contains("\"faulted\"").doesNotContain("secret", "IllegalState", "Fragile", "\"detail\"");
    }

    @Test
    void tellsNothingOfTypesThatDoNotFit() {
        Response response = post("/failures", "{\"a\": 1}");

        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.asString()).doesNotContain("Fragile", "String", "jackson");
    }

    private static Response post(String path, String body) {
        return given().contentType("application/json").body(body).post(path);
    }
}
