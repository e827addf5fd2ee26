package dev.cairn.application;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.flow;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import jakarta.enterprise.context.ApplicationScoped;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import dev.cairn.api.HttpTrigger;
import dev.cairn.api.Workflow;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.fluent.Flow;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;

/** An instance that faults is answered with a status that fits, and with nothing of what is inside: that is in the log. */
@QuarkusTest
class HttpFailureTest {

    private static final Logger LOGGER = Logger.getLogger("dev.cairn");
    private static final FailureLog LOGGED = new FailureLog();

    /** Keeps what is logged about failed calls of the workflows of this test. */
    private static final class FailureLog extends Handler {

        private final List<LogRecord> entries = new CopyOnWriteArrayList<>();

        @Override
        public void publish(LogRecord entry) {
            if (text(entry).matches("CAIRN-046.*workflow=(default:failing|acme:refusing):.*")) {
                entries.add(entry);
            }
        }

        static String text(LogRecord entry) {
            Object[] parameters = entry.getParameters();
            return parameters == null ? entry.getMessage() : entry.getMessage().formatted(parameters);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

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

    @BeforeAll
    static void readTheLog() {
        LOGGER.addHandler(LOGGED);
    }

    @AfterAll
    static void whatWentWrongInsideIsInTheLog() {
        LOGGER.removeHandler(LOGGED);
        assertThat(LOGGED.entries).hasSize(2)
                .anySatisfy(entry -> assertThat(entry.getThrown()).isInstanceOf(IllegalStateException.class))
                .anySatisfy(entry -> assertThat(FailureLog.text(entry)).contains(
                        "]: The argument 'how' of Fragile#fail does not fit: it is an object, which cannot be read as String."));
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

        // The error itself has 400: that is for what the client sends.
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.asString()).doesNotContain("Fragile", "String", "jackson");
        given().get("/cairn/instances/" + response.jsonPath().getString("instanceId")).then().body("error.status",
                equalTo(500));
    }

    private static Response post(String path, String body) {
        return given().contentType("application/json").body(body).post(path);
    }
}
