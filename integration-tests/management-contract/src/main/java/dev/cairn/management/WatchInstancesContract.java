package dev.cairn.management;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import jakarta.inject.Inject;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.HttpTrigger;
import dev.cairn.api.StartRequest;
import dev.cairn.api.Workflow;
import dev.cairn.api.WorkflowException;
import dev.cairn.fluent.Flow;
import dev.cairn.management.request.ManagementOperation;
import dev.cairn.value.JsonCodec;
import io.quarkus.test.QuarkusUnitTest;
import io.restassured.response.ValidatableResponse;

/** The management API shows workflows and instances over HTTP. */
public abstract class WatchInstancesContract {

    protected static final String API = "/q/cairn/api/v1";
    private static final String INSTANCES = API + "/instances";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final String RETRYING = """
            document: {dsl: 1.0.3, namespace: shop, name: retrying, version: 1.1.0, title: Tries again}
            input:
              schema: {document: {type: object, required: [order]}}
            do:
              - attempt:
                  try:
                    - fail: {raise: {error: {type: "urn:test:down", status: 503, title: Down, detail: "host db7 is down"}}}
                  catch:
                    retry: {delay: {hours: 1}, limit: {attempt: {count: 3}}}
            """;

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(Greeting.class, DescribedAnswers.class)
                    .addAsResource(new StringAsset(RETRYING), "workflows/retrying.yaml")
                    .addAsResource(new StringAsset("""
                            document: {dsl: 1.0.3, namespace: shop, name: failing, version: 1.0.0}
                            do:
                              - decide:
                                  switch:
                                    - large: {when: .amount > 100, then: reject}
                                    - otherwise: {then: end}
                              - reject: {raise: {error: {type: "urn:test:large", status: 422, title: Too large, detail: "${ .amount }"}}}
                            """), "workflows/failing.yaml")
                    .addAsResource(new StringAsset("""
                            document: {dsl: 1.0.3, namespace: shop, name: parent, version: 1.0.0}
                            do: [{ask: {run: {workflow: {namespace: shop, name: waiting, version: 1.0.0}}}}]
                            """), "workflows/parent.yaml")
                    .addAsResource(new StringAsset("""
                            document: {dsl: 1.0.3, namespace: shop, name: waiting, version: 1.0.0}
                            do: [{hear: {listen: {to: {one: {with: {type: go}}}}}}]
                            """), "workflows/waiting.yaml")
                    .addAsResource(new StringAsset("""
                            document: {dsl: 1.0.3, namespace: shop, name: counted, version: 1.0.0}
                            do: [{same: {set: "${ . }"}}]
                            """), "workflows/counted.yaml")
                    .addAsResource(new StringAsset("""
                            document: {dsl: 1.0.3, namespace: shop, name: rated, version: 1.0.0}
                            do:
                              - fail: {if: .fail, raise: {error: {type: "urn:test:down", status: 503, title: Down}}}
                            """), "workflows/rated.yaml")
                    .addAsResource(new StringAsset("""
                            document: {dsl: 1.0.3, namespace: shop, name: warned, version: 1.0.0}
                            do:
                              - last: {set: {a: 1}, then: end}
                              - never: {set: {a: 2}}
                            """), "workflows/warned.yaml")
                    .addAsResource(new StringAsset("""
                            document: {dsl: 1.0.3, namespace: shop, name: unused, version: 1.0.0}
                            do: [{same: {set: "${ . }"}}]
                            """), "workflows/unused.yaml"));

    @Inject
    CairnClient cairn;

    @Workflow(name = "greeting", version = "2.0.0")
    @HttpTrigger(path = "/greetings")
    static class Greeting {
        static Flow define() {
            return flow(set("greet", Map.of("text", "${ \"Hello \" + .name + (.more // \"\") }")).exportAs("."))
                    .businessKey("${ .name }")
                    .attribute("city", "${ .city }");
        }
    }

    @Test
    void listsWorkflows() {
        get(API + "/workflows")
                .body("workflows.workflow", containsInAnyOrder("default:greeting", "shop:retrying", "shop:failing",
                        "shop:parent", "shop:waiting", "shop:counted", "shop:rated", "shop:unused", "shop:warned"))
                .body("workflows.find { it.workflow == 'shop:warned' }.warningCount", equalTo(1))
                .body("workflows.find { it.workflow == 'shop:retrying' }.title", equalTo("Tries again"))
                .body("workflows.find { it.workflow == 'default:greeting' }.versions", contains("2.0.0"))
                .body("workflows.find { it.workflow == 'default:greeting' }.triggers[0].path", equalTo("/greetings"));
    }

    @Test
    void showsWorkflows() {
        get(API + "/workflows/shop:retrying").body("source.language", equalTo("yaml"),
                "source.file", equalTo("workflows/retrying.yaml"), "source.text", equalTo(RETRYING),
                "inputSchema.required", contains("order"), "version", equalTo("1.1.0"), "warnings", hasSize(0));
        get(API + "/workflows/warned").body("warningCount", equalTo(1), "warnings[0].code", matchesPattern("CAIRN-\\d{4}"),
                "warnings[0].line", equalTo(4), "warnings[0].pointer", equalTo("/do/1/never"),
                "warnings[0].message", notNullValue(), "warnings[0].advice", notNullValue());
        get(API + "/workflows/greeting?version=2.0.0").body("source.language", equalTo("java"),
                "source.class", endsWith("WatchInstancesContract$Greeting"), "source.line", notNullValue(),
                "source", not(hasKey("text")));
        problem(API + "/workflows/nothing", 404);
        problem(API + "/workflows/greeting?version=1.0.0", 404);
    }

    @Test
    void showsGraphs() {
        get(API + "/workflows/failing/graph")
                .body("nodes.id", contains("start", "/do/0/decide", "/do/1/reject", "end"))
                .body("nodes.kind", contains("start", "switch", "raise", "end"))
                .body("edges.findAll { it.from == '/do/0/decide' }.to", contains("/do/1/reject", "end"))
                .body("edges.find { it.label == '.amount > 100' }.to", equalTo("/do/1/reject"))
                .body("edges.findAll { it.from == '/do/1/reject' }", hasSize(0));
        get(API + "/workflows/retrying/graph")
                .body("nodes.find { it.name == 'fail' }.parent", equalTo("/do/0/attempt"))
                .body("edges.find { it.to == '/do/0/attempt' }.from", equalTo("start"))
                .body("edges.find { it.from == 'start' }.points.size()", equalTo(2));
    }

    @Test
    void findsInstances() {
        String berlin = started("greeting", Map.of("name", "ada", "city", "Berlin"));
        String paris = started("greeting", Map.of("name", "bob", "city", "Paris"));

        get(INSTANCES + "?workflow=greeting&status=completed").body("instances.id", hasItems(berlin, paris))
                .body("instances.status", everyItem(equalTo("completed")));
        get(INSTANCES + "?attribute.city=Paris").body("instances.id", contains(paris))
                .body("instances[0].businessKey", equalTo("bob"), "instances[0].attributes.city", equalTo("Paris"));
        get(INSTANCES + "?businessKey=ada").body("instances.id", contains(berlin));
        get(INSTANCES + "?workflow=gone:workflow").body("instances", hasSize(0));
        problem(INSTANCES + "?workflow=gone", 404);
    }

    @Test
    void findsInstancesByWhatBecameOfThem() {
        String before = Instant.now().toString();
        String faulted = started("failing", Map.of("amount", 1000));

        get(INSTANCES + "?errorType=urn:test:large&endedFrom=" + before).body("instances.id", contains(faulted))
                .body("instances[0].errorType", equalTo("urn:test:large"), "instances[0].endedAt", notNullValue());
        get(INSTANCES + "?errorType=urn:test:other").body("instances", hasSize(0));
        get(INSTANCES + "?status=faulted&endedTo=" + before).body("instances.id", not(hasItem(faulted)));
        get(INSTANCES + "?status=completed,faulted&endedFrom=" + before).body("instances.id", contains(faulted));
        get(INSTANCES + "?status=faulted&status=waiting&endedFrom=" + before).body("instances.id", contains(faulted));
        get(INSTANCES + "?status=completed,waiting&endedFrom=" + before).body("instances", hasSize(0));
        get(INSTANCES + "?workflow=failing&version=9.9.9").body("instances", hasSize(0));
        get(INSTANCES + "?workflow=failing&version=1.0.0&withoutParent=true").body("instances.id", hasItem(faulted));
        get(INSTANCES + "?parked=true").body("instances", hasSize(0));
        problem(INSTANCES + "?parked=maybe", 400);
    }

    @Test
    void countsInstances() {
        started("counted", Map.of());
        started("counted", Map.of());

        // Stores that keep no counts are asked now and then.
        await().atMost(PATIENCE).untilAsserted(() -> get(API + "/workflows").body(
                "workflows.find { it.workflow == 'shop:counted' }.instances", equalTo(Map.of("completed", 2)),
                "workflows.find { it.workflow == 'shop:counted' }.exactCounts", equalTo(true)));
        get(API + "/workflows/counted").body("instances", equalTo(Map.of("completed", 2)), "exactCounts", equalTo(true),
                "instancesByVersion", equalTo(Map.of("1.0.0", Map.of("completed", 2))));
    }

    @Test
    void showsRates() {
        started("rated", Map.of("fail", false));
        started("rated", Map.of("fail", true));

        JsonNode shown = JsonCodec.read(get(API + "/rates").extract().asByteArray());
        assertThat(shown.path("intervalSeconds").asInt()).isEqualTo(10);
        JsonNode rated = shown.path("workflows").valueStream()
                .filter(each -> each.path("workflow").asText().equals("shop:rated"))
                .findFirst().orElseThrow();
        assertThat(List.of(sum(rated.path("started")), sum(rated.path("completed")), sum(rated.path("faulted"))))
                .containsExactly(2L, 1L, 1L);
        assertThat(shown.findValuesAsText("workflow")).doesNotContain("shop:unused");
        get(API + "/rates?workflow=unused").body("workflows", equalTo(List.of(Map.of("workflow", "shop:unused"))));
        problem(API + "/rates?workflow=gone", 404);
    }

    private static long sum(JsonNode numbers) {
        return numbers.valueStream().mapToLong(JsonNode::asLong).sum();
    }

    @Test
    void showsTheNode() {
        get(API + "/node").body("node", notNullValue(), "version", matchesPattern("\\d+\\.\\d+\\..*"), "ready", equalTo(true),
                "otherNodes", hasSize(0), "alone", equalTo(true), "parked", equalTo(0),
                "budgetBytes", notNullValue());
        problem(API + "/node?all=true", 400);
    }

    @Test
    void pagesThroughInstances() {
        for (int i = 0; i < 5; i++) {
            started("greeting", Map.of("name", "page" + i, "city", "Rome"));
        }
        List<String> keys = new ArrayList<>();
        String cursor = null;
        do {
            var page = get(INSTANCES + "?attribute.city=Rome&limit=2" + (cursor == null ? "" : "&cursor=" + cursor)).extract();
            List<String> found = page.path("instances.businessKey");
            assertThat(found).hasSizeLessThanOrEqualTo(2);
            keys.addAll(found);
            cursor = page.path("next");
        } while (cursor != null);

        // Instances of the same millisecond have no order.
        assertThat(keys).containsExactlyInAnyOrder("page4", "page3", "page2", "page1", "page0");
    }

    @Test
    void exportsLines() {
        for (int i = 0; i < 450; i++) {
            started("greeting", Map.of("name", "line" + i, "city", "Oslo"));
        }

        String text = given().accept("application/x-ndjson").get(INSTANCES + "?attribute.city=Oslo").then().statusCode(200)
                .contentType("application/x-ndjson").extract().asString();

        assertThat(text.lines()).hasSize(450).allMatch(line -> line.startsWith("{\"id\":") && line.endsWith("}"))
                .doesNotHaveDuplicates();
        assertThat(given().accept("application/x-ndjson").get(INSTANCES + "?attribute.city=Oslo&limit=3").asString().lines())
                .hasSize(3);
        given().accept("application/x-ndjson").head(INSTANCES).then().statusCode(200);
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        problem(INSTANCES + "?stauts=faulted", 400).body("detail", containsString("stauts"));
        problem(INSTANCES + "?status=failed", 400).body("detail", containsString("faulted"));
        problem(INSTANCES + "?status=faulted,", 400);
        problem(INSTANCES + "?status=" + String.join("&status=", Collections.nCopies(8, "faulted")), 400);
        problem(INSTANCES + "?limit=0", 400);
        problem(INSTANCES + "?limit=1001", 400);
        problem(INSTANCES + "?limit=1&limit=2", 400);
        problem(INSTANCES + "?createdFrom=yesterday", 400).body("detail", containsString("RFC 3339"));
        problem(INSTANCES + "?createdFrom=+999999999-01-01T00:00:00Z", 400).body("detail", containsString("RFC 3339"));
        problem(INSTANCES + "?endedTo=-0001-01-01T00:00:00Z", 400).body("detail", containsString("RFC 3339"));
        problem(INSTANCES + "?cursor=nonsense", 400);
        problem(INSTANCES + "?parent=" + "p".repeat(65), 400).body("detail",
                equalTo("parent has at most 64 characters, not 65."));
        problem(INSTANCES + "?errorType=" + "e".repeat(1_025), 400);
        problem(INSTANCES + "/01NOTHING", 404);
        problem(INSTANCES + "/01NOTHING/history", 404);
        problem(INSTANCES + "/01NOTHING/journal", 404);
    }

    @Test
    void showsWhatWentWrong() {
        String id = started("failing", Map.of("amount", 5000));

        get(INSTANCES + "/" + id).body("status", equalTo("faulted"), "workflow", equalTo("shop:failing"),
                "error.type", equalTo("urn:test:large"), "error.status", equalTo(422), "error.detail", equalTo("5000"),
                "error.instance", equalTo("/do/1/reject"), "input.amount", equalTo(5000), "pending", hasSize(0),
                "children", hasSize(0), "createdAt", matchesPattern("\\d{4}-.*Z"));
        get(INSTANCES + "/" + id + "/history").body("tasks.name", contains("failing", "decide", "reject"))
                .body("tasks.status", contains("faulted", "completed", "faulted"))
                .body("tasks.startStep", contains(1, 2, 4), "tasks.endStep", contains(6, 3, 5))
                .body("tasks[1].output.amount", equalTo(5000), "tasks[2].error.detail", equalTo("5000"))
                .body("$", not(hasKey("next")));
        get(INSTANCES + "/" + id + "/journal").body("entries.kind", contains("started", "ended"))
                .body("entries.position", contains(0, 1), "entries[0].value.amount", equalTo(5000),
                        "entries[0].workflow", equalTo("shop:failing"), "entries[1].error.status", equalTo(422));
        get(INSTANCES + "/" + id + "/journal?limit=1").body("entries.kind", contains("started"), "next", equalTo("1"));
        get(INSTANCES + "/" + id + "/journal?limit=1&cursor=1").body("entries.kind", contains("ended"), "next", nullValue());
    }

    @Test
    void showsWhatAnInstanceWaitsFor() {
        String retrying = started("retrying", Map.of("order", 1));
        await().until(() -> get(INSTANCES + "/" + retrying).extract().path("status").equals("waiting"));

        get(INSTANCES + "/" + retrying).body("status", equalTo("waiting"), "wakesAt", notNullValue())
                .body("pending.task", contains("/do/0/attempt"), "pending.kind", contains("retry"),
                        "pending.attempt", contains(2), "pending[0].dueAt", matchesPattern("\\d{4}-.*Z"));
        get(INSTANCES + "/" + retrying + "/history").body("tasks[1].caught.as", equalTo("error"),
                "tasks[1].caught.value.detail", equalTo("host db7 is down"), "tasks[2].caught", nullValue());
        get(INSTANCES + "/" + retrying + "/values/caught?task=/do/0/attempt").body("status", equalTo(503));
        problem(INSTANCES + "/" + retrying + "/values/caught", 404);
        problem(INSTANCES + "/" + retrying + "/values/caught?task=/do/0/attempt/try/0/fail", 404);
    }

    @Test
    void showsParentsAndChildren() {
        String parent = started("parent", Map.of());
        await().until(() -> get(INSTANCES + "/" + parent).extract().path("children.size()").equals(1));
        String child = get(INSTANCES + "/" + parent).extract().path("children[0].id");
        await().until(() -> get(INSTANCES + "/" + child).extract().path("pending.size()").equals(1));

        get(INSTANCES + "/" + parent).body("children.id", contains(child), "children.workflow", contains("shop:waiting"),
                "pending.kind", contains("call"), "pending.name", contains("ask"));
        get(INSTANCES + "/" + child).body("parent", equalTo(parent), "pending.kind", contains("event"),
                "pending.task", contains("/do/0/hear"));
    }

    @Test
    void describesAllOperations() {
        JsonNode paths = new DescribedAnswers().document().path("paths");

        for (ManagementOperation operation : ManagementOperation.values()) {
            JsonNode described = paths.path(API + operation.path()).path(operation.method().toLowerCase(Locale.ROOT));
            assertThat(described.path("summary").textValue()).isEqualTo(operation.summary());
            assertThat(described.at("/responses/503/content/application~1problem+json/schema/$ref").textValue())
                    .isEqualTo("#/components/schemas/CairnProblem");
        }
        assertThat(paths.at("/~1q~1cairn~1api~1v1~1instances/get/parameters/0/name").textValue()).isEqualTo("workflow");
    }

    @Test
    void leavesOutLargeValues() {
        String id = started("greeting", Map.of("name", "large", "city", "Bern", "more", "x".repeat(70_000)));

        get(INSTANCES + "/" + id).body("omitted", hasItems("input", "output"), "$", not(hasKey("input")));
        get(INSTANCES + "/" + id + "/history").body("tasks[0].omitted", hasItem("input"));
        String values = INSTANCES + "/" + id + "/values/";
        given().get(values + "output").then().statusCode(200).contentType("application/json")
                .header("Content-Disposition", equalTo("attachment; filename=\"" + id + "-output.json\""))
                .header("Cache-Control", is("no-store")).body("text.length()", equalTo(70_011));
        get(values + "input").body("more.length()", equalTo(70_000));
        get(values + "input?task=/do/0/greet").body("name", equalTo("large"));
        get(values + "output?task=/do/0/greet&run=1").body("text", startsWith("Hello large"));
        get(values + "context?task=/do/0/greet").body("text", startsWith("Hello large"));
        problem(values + "context", 404);
        problem(values + "output?task=/do/0/greet&run=2", 404);
        problem(values + "output?task=/do/7/none", 404);
        problem(values + "secrets", 404);
        problem(INSTANCES + "/01NOTHING/values/input", 404);
        problem(values + "output?run=0", 400);
    }

    private String started(String workflow, Object input) {
        var instance = cairn.start(StartRequest.of(workflow).withInput(input)).await().atMost(PATIENCE);
        if (List.of("greeting", "failing", "counted", "rated").contains(workflow)) {
            instance.result().onFailure(WorkflowException.class).recoverWithNull().await().atMost(PATIENCE);
        }
        return instance.id();
    }

    protected static ValidatableResponse get(String path) {
        ValidatableResponse response = given().urlEncodingEnabled(false).get(path).then().statusCode(200)
                .contentType("application/json").header("Cache-Control", is("no-store"));
        new DescribedAnswers().check(path, response.extract().asString());
        return response;
    }

    private static ValidatableResponse problem(String path, int status) {
        return given().urlEncodingEnabled(false).get(path).then().statusCode(status)
                .contentType(startsWith("application/problem+json")).body("status", equalTo(status));
    }
}
