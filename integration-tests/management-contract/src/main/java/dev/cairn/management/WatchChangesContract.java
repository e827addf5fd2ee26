package dev.cairn.management;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import jakarta.inject.Inject;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import dev.cairn.management.EventStream.Event;
import dev.cairn.management.live.ChangeHub;
import dev.cairn.value.CompiledSchema;
import io.quarkus.test.QuarkusUnitTest;
import io.quarkus.test.common.http.TestHTTPResource;

/** The stream of changes over HTTP shows a caller the changes of instances as they happen. */
public abstract class WatchChangesContract {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int MAX_VIEWERS = 100;
    /** Each has three changes, of 0.5 kB each as a name of 200 characters makes them. */
    private static final int TURNS = 1_000;
    /** The ring holds the changes of five, the buffers of a connection hold those of a few. */
    private static final int BUSY_INSTANCES = 30;
    private static final String VERA = "Basic "
            + Base64.getEncoder().encodeToString("vera:v".getBytes(StandardCharsets.US_ASCII));

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(
                    root -> root.addClasses(Orders.class, Salaries.class, EventStream.class, DescribedAnswers.class)
                            .addAsResource(new StringAsset("""
                            document: {dsl: 1.0.3, namespace: shop, name: waiting, version: 1.0.0}
                            do:
                              - pause: {wait: {hours: 1}}
                            """), "workflows/waiting.yaml").addAsResource(new StringAsset("""
                            document: {dsl: 1.0.3, namespace: shop, name: busy, version: 1.0.0}
                            do:
                              - repeat:
                                  for: {each: n, in: "${ [range(%d)] }"}
                                  do:
                                    - %s: {set: {n: 1}}
                            """.formatted(TURNS, "long".repeat(50))), "workflows/busy.yaml"))
            .overrideConfigKey("quarkus.http.auth.basic", "true")
            .overrideConfigKey("quarkus.security.users.embedded.enabled", "true")
            .overrideConfigKey("quarkus.security.users.embedded.plain-text", "true")
            .overrideConfigKey("quarkus.security.users.embedded.users.vera", "v")
            .overrideConfigKey("quarkus.security.users.embedded.roles.vera", "viewer")
            .overrideConfigKey("quarkus.cairn.management.roles.view", "viewer")
            .overrideConfigKey("quarkus.cairn.management.workflow.salaries.roles.view", "paymaster")
            .overrideRuntimeConfigKey("quarkus.cairn.management.max-viewers", String.valueOf(MAX_VIEWERS));

    @Inject
    CairnClient cairn;

    @Inject
    ChangeHub hub;

    @TestHTTPResource("/q/cairn/api/v1/changes")
    URI changes;

    @Workflow(name = "orders")
    static class Orders {
        static Flow define() {
            return flow(set("same", Map.of("n", "${ .n }"))).businessKey("${ .n | tostring }");
        }
    }

    @Workflow(name = "salaries")
    static class Salaries {
        static Flow define() {
            return flow(set("same", "."));
        }
    }

    private EventStream watch(String query, String... headers) {
        EventStream stream = EventStream.open(URI.create(changes + query),
                Stream.concat(Stream.of("Authorization", VERA), Stream.of(headers)).toArray(String[]::new));
        assertThat(stream.status()).isEqualTo(200);
        return stream;
    }

    private String start(String workflow) {
        return start(workflow, 1);
    }

    private String start(String workflow, int n) {
        return cairn.start(workflow, Map.of("n", n)).await().atMost(PATIENCE).id();
    }

    private List<String> startMany(int count) {
        return IntStream.range(0, count).mapToObj(i -> start("orders", i)).toList();
    }

    private static List<String> startAndEnd(List<String> ids) {
        return ids.stream().flatMap(id -> Stream.of(id + " started", id + " completed")).toList();
    }

    private static List<String> changesOf(List<Event> events) {
        return events.stream().map(Event::change).toList();
    }

    @Test
    void anInstanceIsFollowedFromStartToEnd() {
        try (EventStream stream = watch("")) {
            assertThat(stream.header("content-type")).isEqualTo("text/event-stream");
            assertThat(stream.header("cache-control")).isEqualTo("no-store");
            String id = start("waiting");
            cairn.instance(id).cancel().await().atMost(PATIENCE);
            List<Event> events = stream.until(event -> event.change().equals(id + " cancelled"));
            assertThat(changesOf(events)).containsExactly(id + " started", id + " cancelled");
            assertThat(events.get(0).name()).isEqualTo("instance");
            assertThat(events.get(0).data()).hasToString("{\"instance\":\"" + id
                    + "\",\"workflow\":\"shop:waiting\",\"version\":\"1.0.0\",\"change\":\"started\",\"status\":\"waiting\",\"at\":\""
                    + events.get(0).text("at") + "\"}");
        }
    }

    @Test
    void aSingleInstanceIsFollowedWithItsTasks() {
        String other = start("waiting");
        String id = start("waiting");
        try (EventStream stream = watch("?tasks=true&instance=" + id)) {
            cairn.instance(other).cancel().await().atMost(PATIENCE);
            cairn.instance(id).suspend().await().atMost(PATIENCE);
            cairn.instance(id).cancel().await().atMost(PATIENCE);
            List<Event> events = stream.until(event -> event.change().equals(id + " cancelled"));
            assertThat(events).allSatisfy(event -> assertThat(event.text("instance")).isEqualTo(id));
            assertThat(events).anySatisfy(event -> {
                assertThat(event.name()).isEqualTo("task");
                assertThat(event.change()).isEqualTo(id + " /do/0/pause cancelled");
            });
        }
    }

    @Test
    void theOpenApiDocumentDescribesEvents() {
        JsonNode document = new DescribedAnswers().document();
        JsonNode operation = document.path("paths").path("/q/cairn/api/v1/changes").path("get");
        assertThat(operation.path("parameters").findValuesAsText("name")).containsExactly("workflow", "instance", "tasks",
                "Last-Event-ID");
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        schema.setAll((ObjectNode) operation.at("/responses/200/content/text~1event-stream/schema"));
        schema.set("components", document.path("components"));
        CompiledSchema compiled = CompiledSchema.of(schema);
        try (EventStream stream = watch("?workflow=orders&tasks=true")) {
            String id = start("orders");
            assertThat(stream.until(event -> event.change().equals(id + " completed")))
                    .hasSizeGreaterThan(3).allSatisfy(event -> assertThat(compiled.validate(event.data())).isEmpty());
        }
    }

    @Test
    void changesOfOneWorkflowAreShown() {
        try (EventStream stream = watch("?workflow=orders")) {
            cairn.instance(start("waiting")).cancel().await().atMost(PATIENCE);
            String id = start("orders", 7);
            List<Event> events = stream.until(event -> event.change().equals(id + " completed"));
            assertThat(changesOf(events)).containsExactly(id + " started", id + " completed");
            assertThat(events.get(0).text("businessKey")).isEqualTo("7");
        }
    }

    @Test
    void changesThatACallerMayNotSeeAreNotShown() {
        try (EventStream stream = watch("?tasks=true")) {
            String salary = start("salaries");
            String id = start("orders");
            assertThat(changesOf(stream.until(event -> event.change().equals(id + " completed"))))
                    .contains(id + " /do/0/same completed").noneMatch(change -> change.startsWith(salary));
        }
    }

    @Test
    void requestsThatCannotBeAnswered() {
        String salary = start("salaries");
        given().get(changes).then().statusCode(401);
        problem("?instance=" + salary, 404);
        problem("?instance=unknown", 404);
        problem("?instance=" + start("orders") + "&workflow=shop:waiting", 404);
        problem("?workflow=unknown", 404);
        problem("?tasks=maybe", 400);
        problem("?filter=1", 400);
        given().header("Authorization", VERA).head(changes).then().statusCode(200).contentType("text/event-stream");
        given().header("Authorization", VERA).post(changes).then().statusCode(405);
    }

    private void problem(String query, int status) {
        given().header("Authorization", VERA).get(changes + query).then().statusCode(status)
                .contentType("application/problem+json").body("status", equalTo(status));
    }

    @Test
    void aHundredViewersSeeEverythingAndOneMoreIsRefused() {
        List<EventStream> streams = new ArrayList<>();
        try {
            IntStream.range(0, MAX_VIEWERS).forEach(i -> streams.add(watch("?workflow=orders")));
            assertThat(hub.viewers()).isEqualTo(MAX_VIEWERS);
            given().header("Authorization", VERA).get(changes).then().statusCode(503).header("Retry-After", "10")
                    .body("code", equalTo("CAIRN-0774"));
            List<String> ids = startMany(20);
            assertThat(streams).allSatisfy(stream -> assertThat(
                    changesOf(stream.until(event -> event.change().equals(ids.get(19) + " completed"))))
                    .isEqualTo(startAndEnd(ids)));
        } finally {
            streams.forEach(EventStream::close);
        }
        untilNobodyWatches();
    }

    private void untilNobodyWatches() {
        await().atMost(PATIENCE).until(() -> hub.viewers() == 0);
    }

    @Test
    void aClientThatComesBackGetsExactlyWhatItMissed() {
        String lastId;
        try (EventStream stream = watch("?workflow=orders")) {
            List<String> before = startMany(3);
            String last = before.get(2);
            assertThat(changesOf(stream.until(event -> event.change().equals(last + " completed"))))
                    .isEqualTo(startAndEnd(before));
            lastId = stream.lastId();
        }
        untilNobodyWatches();
        List<String> missed = startMany(5);
        try (EventStream stream = watch("?workflow=orders", "Last-Event-ID", lastId)) {
            String next = start("orders");
            assertThat(changesOf(stream.until(event -> event.change().equals(next + " completed"))))
                    .isEqualTo(startAndEnd(Stream.concat(missed.stream(), Stream.of(next)).toList()));
        }
    }

    @Test
    void aClientOfAnEarlierLifeIsToldToReadEverythingAgain() {
        try (EventStream stream = watch("", "Last-Event-ID", "earlier-17")) {
            Event first = stream.next();
            assertThat(first.name()).isEqualTo("reset");
            assertThat(first.text("reason")).isEqualTo("missed");
        }
    }

    @Test
    void aSlowClientIsDroppedWhileOthersGetEverything() {
        try (EventStream slow = EventStream.open(URI.create(changes + "?workflow=busy&tasks=true"), 4096, "Authorization",
                VERA);
                EventStream other = watch("")) {
            List<String> ids = new ArrayList<>();
            List<Event> everything = new ArrayList<>();
            for (int i = 0; i < BUSY_INSTANCES; i++) {
                // One after another: the ring cannot overtake the other client, however slow the machine is.
                String id = start("busy");
                ids.add(id);
                everything.addAll(other.until(event -> event.change().equals(id + " completed")));
            }
            assertThat(changesOf(everything)).isEqualTo(startAndEnd(ids));
            // Comments keep a stream that is not ended alive for ever.
            List<Event> seen = assertTimeoutPreemptively(PATIENCE, slow::rest);
            assertThat(seen.get(seen.size() - 1).name()).isEqualTo("dropped");
            assertThat(seen.get(seen.size() - 1).text("reason")).isEqualTo("slow");
            assertThat(seen).hasSizeBetween(2, 3 * TURNS * BUSY_INSTANCES);
            assertTimeoutPreemptively(PATIENCE, slow::awaitEnd, "the connection ends");
        }
    }
}
