package dev.cairn.extension;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.flow;
import static io.restassured.RestAssured.config;
import static io.restassured.RestAssured.given;
import static io.restassured.config.EncoderConfig.encoderConfig;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.emptyOrNullString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.ext.Provider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.HttpTrigger;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import io.quarkus.test.QuarkusUnitTest;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;

/** The view of a client that starts workflows and looks at instances. */
class HttpTriggerTest {

    private static final String PROBLEM = "application/problem+json";
    /** Below the root path, which RestAssured is told by Quarkus. */
    private static final String ORDERS = "/api/orders";

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(Orders.class, Desk.class, Order.class, Receipt.class, Signature.class))
            .overrideConfigKey("quarkus.http.root-path", "/shop")
            .overrideConfigKey("quarkus.rest.path", "/api");

    record Order(String id, int amount) {}

    record Receipt(String id, int count) {}

    /** Answers an order at once, or, if its id begins with "slow", when told to. */
    @ApplicationScoped
    static class Desk {
        static final Map<String, CompletableFuture<Receipt>> SLOW = new ConcurrentHashMap<>();
        static final AtomicInteger COUNT = new AtomicInteger();

        CompletionStage<Receipt> accept(Order order) {
            Receipt receipt = new Receipt(order.id(), COUNT.incrementAndGet());
            return order.id().startsWith("slow") ? slow(order.id()) : CompletableFuture.completedFuture(receipt);
        }

        static CompletableFuture<Receipt> slow(String id) {
            return SLOW.computeIfAbsent(id, any -> new CompletableFuture<>());
        }
    }

    @Workflow(name = "orders", version = "2.1.0")
    @HttpTrigger(path = "/orders")
    static class Orders {
        static Flow define() {
            return flow(call("accept", Desk::accept)).inputSchema("""
                    {"type": "object", "required": ["id"],
                     "properties": {"id": {"type": "string"}, "amount": {"type": "integer", "minimum": 1}}}""")
                    .attribute("note", "${ .note }");
        }
    }

    @Provider
    static class Signature implements ContainerResponseFilter {
        @Override
        public void filter(ContainerRequestContext request, ContainerResponseContext response) {
            response.getHeaders().add("Signed-By", "the application");
        }
    }

    @Test
    void answersWithTheOutput() {
        post("{\"id\": \"o-1\", \"amount\": 3}").statusCode(200).contentType(ContentType.JSON).body("id", equalTo("o-1"));
    }

    @Test
    void goesThroughTheFiltersOfTheApplication() {
        post("{\"id\": \"o-1\"}").statusCode(200).header("Signed-By", equalTo("the application"));
        problem(post("{"), 400).header("Signed-By", equalTo("the application"));
    }

    @Test
    void doesNotWaitIfTheClientPrefersSo() {
        RequestSpecification order = given().header("Idempotency-Key", "slow-1").contentType(ContentType.JSON)
                .body("{\"id\": \"slow-1\"}");
        String location = given().spec(order).header("Prefer", "respond-async").post(ORDERS).then()
                .statusCode(202)
                .header("Preference-Applied", "respond-async")
                .header("Location", matchesPattern("/shop/api/cairn/instances/[0-9A-Z]{26}"))
                .body("workflow", equalTo("default:orders"), "status", equalTo("running"), "id", not(emptyOrNullString()))
                .extract().header("Location");

        given().basePath("").get(location).then().statusCode(200).contentType(ContentType.JSON)
                .header("Cache-Control", "no-store")
                .body("id", equalTo(location.substring(location.lastIndexOf('/') + 1)),
                        "workflow", equalTo("default:orders"), "version", equalTo("2.1.0"), "status", equalTo("running"),
                        "createdAt", matchesPattern("\\d{4}-.*Z"), "updatedAt", matchesPattern("\\d{4}-.*Z"));

        problem(given().header("Idempotency-Key", "slow-1").contentType(ContentType.JSON).body("{\"id\": \"o-1\"}").post(ORDERS)
                .then(), 422);

        Desk.slow("slow-1").complete(new Receipt("slow-1", 7));
        given().spec(order).post(ORDERS).then().statusCode(200).body("count", is(7));

        given().basePath("").get(location).then().statusCode(200).body("status", equalTo("completed"), "output.count", is(7));
    }

    @Test
    void waitsNoLongerThanTheClientPrefers() {
        given().header("Prefer", "wait=1").contentType(ContentType.JSON).body("{\"id\": \"slow-2\"}")
                .post(ORDERS).then()
                .statusCode(202)
                .header("Preference-Applied", "wait=1");
        Desk.slow("slow-2").complete(new Receipt("slow-2", 2));
    }

    @Test
    void givesTheFirstResultForTheSameKey() {
        int first = withKey("k-1").statusCode(200).extract().path("count");
        withKey("k-1").statusCode(200).body("count", is(first));
        withKey("\"k-1\"").statusCode(200).body("count", is(first));
        withKey("k-2").statusCode(200).body("count", not(first));
        withKey("k".repeat(255)).statusCode(200);
        withKey("k".repeat(256)).statusCode(400).contentType(PROBLEM);
        withKey("").statusCode(400).contentType(PROBLEM);
    }

    @Test
    void refusesWhatIsNoJson() {
        int before = Desk.COUNT.get();
        problem(post("{\"id\": \n \"o-1\", }"), 400).body("detail", equalTo("Not valid JSON at line 2, column 9."));
        problem(post("{\"id\": \"o-1\"} {}"), 400);
        problem(post("\uFEFF{\"id\": \"o-1\"}"), 400);
        problem(post("[".repeat(100_000)), 400);
        problem(given().contentType("application/json; charset=UTF-16").body("{}").post(ORDERS).then(), 415);
        problem(given().contentType("text/plain").body("{\"id\": \"o-1\"}").post(ORDERS).then(), 415);
        problem(given().config(config().encoderConfig(encoderConfig().encodeContentTypeAs("garbage", ContentType.TEXT)))
                .contentType("garbage").body("{\"id\": \"o-1\"}").post(ORDERS).then(), 415);
        assertThat(Desk.COUNT.get()).isEqualTo(before);
    }

    @Test
    void refusesWhatBreaksTheSchema() {
        problem(post("{\"amount\": 0}"), 400)
                .body("errors.pointer", hasItem(""), "errors.pointer", hasItem("/amount"), "errors.message", not(hasItem("")));
        problem(given().post(ORDERS).then(), 400);
    }

    @Test
    void saysWhatCannotBeASearchKey() {
        problem(post("{\"id\": \"o-1\", \"note\": {\"a\": 1}}"), 400).body("detail",
                equalTo("The body cannot be the input of the workflow: The attribute note is an object, and has to be a string, number or"
                        + " boolean, or null for none. Nothing was started."));
        problem(post("{\"id\": \"o-1\", \"note\": \"" + "x".repeat(256) + "\"}"), 400).body("detail",
                equalTo("The body cannot be the input of the workflow: The attribute note may have at most 255 characters, not"
                        + " 256. Nothing was started."));
    }

    @Test
    void knowsNoOtherInstances() {
        problem(given().basePath("").get("/shop/api/cairn/instances/01ARZ3NDEKTSV4RRFFQ69G5FAV").then(), 404);
        problem(given().basePath("").get("/shop/api/cairn/instances/%2e%2e").then(), 404);
    }

    private static ValidatableResponse post(String body) {
        return given().contentType("application/json").body(body.getBytes(StandardCharsets.UTF_8))
                .post(ORDERS).then();
    }

    private static ValidatableResponse withKey(String key) {
        return given().header("Idempotency-Key", key).contentType(ContentType.JSON).body("{\"id\": \"o-9\"}")
                .post(ORDERS).then();
    }

    private static ValidatableResponse problem(ValidatableResponse response, int status) {
        return response.statusCode(status).contentType(startsWith(PROBLEM))
                .body("status", is(status), "type", not(emptyOrNullString()), "title", not(emptyOrNullString()));
    }
}
