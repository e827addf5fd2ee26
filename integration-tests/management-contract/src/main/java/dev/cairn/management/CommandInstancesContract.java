package dev.cairn.management;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.flow;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.jboss.logging.Logger;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.StartRequest;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import io.quarkus.test.QuarkusUnitTest;
import io.restassured.path.json.JsonPath;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;

/** Operators give commands to instances over HTTP. */
public abstract class CommandInstancesContract {

    private static final String API = "/q/cairn/api/v1";
    private static final String PROBLEM = "application/problem+json";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = EmbeddedUsers.add(new QuarkusUnitTest()
            .withApplicationRoot(
                    root -> root.addClasses(EmbeddedUsers.class, Charging.class, Cards.class, DescribedAnswers.class)
                            .addAsResource(new StringAsset("""
                            document:
                              dsl: 1.0.3
                              namespace: shop
                              name: approvals
                              version: 1.0.0
                              metadata:
                                cairn:
                                  queries: {order: "${ {order: $workflow.input.order, given: .} }", broken: "${ error(.) }"}
                            input:
                              schema: {document: {type: object, properties: {order: {type: integer}}}}
                            do:
                              - hear:
                                  metadata: {cairn: {reply: "${ {approved: .by} }"}}
                                  listen: {to: {one: {with: {type: approved}}}}
                            """), "workflows/approvals.yaml")
                            .addAsResource(new StringAsset("""
                            document: {dsl: 1.0.3, namespace: shop, name: salaries, version: 1.0.0}
                            do: [{hear: {listen: {to: {one: {with: {type: approved}}}}}}]
                            """), "workflows/salaries.yaml")
                            .addAsResource(new StringAsset("""
                            document: {dsl: 1.0.3, namespace: shop, name: pausing, version: 1.0.0}
                            do:
                              - pause: {wait: {hours: 1}}
                              - both: {fork: {branches: [{one: {wait: {hours: 1}}}, {two: {wait: {hours: 1}}}]}}
                              - each: {for: {in: "[1]"}, do: [{nap: {wait: {hours: 1}}}]}
                            """), "workflows/pausing.yaml")),
            Map.of("vera", "viewer", "olga", "operator", "pia", "paymaster", "greta", "viewer,paymaster", "ada",
                    "operator,paymaster,reader"))
            .overrideConfigKey("quarkus.cairn.management.roles.view", "viewer")
            .overrideConfigKey("quarkus.cairn.management.roles.operate", "operator")
            .overrideConfigKey("quarkus.cairn.management.roles.payload", "reader")
            .overrideConfigKey("quarkus.cairn.management.logs.enabled", "true")
            .overrideConfigKey("quarkus.cairn.management.workflow.salaries.roles.operate", "paymaster")
            .setLogRecordPredicate(line -> line.getLoggerName().equals("dev.cairn.audit"))
            .assertLogRecords(lines -> assertThat(lines).extracting(line -> line.getMessage()).anySatisfy(line -> assertThat(
                    line)
                    .startsWith("CAIRN-0752: Command done [command=suspend, workflow=shop:approvals, version=1.0.0, instance=")
                    .endsWith(", principal=olga]: Ticket 42"))
                    .anySatisfy(line -> assertThat(line)
                            .startsWith("CAIRN-0753: Command refused [command=cancel, instance=")
                            .endsWith(", principal=vera]: It is not permitted"))
                    .anySatisfy(line -> assertThat(line)
                            .startsWith("CAIRN-0753: Command refused [command=cancel, workflow=shop:approvals, instance=")
                            .endsWith(", principal=greta]: It is not permitted: Out of curiosity"))
                    .anySatisfy(line -> assertThat(line)
                            .startsWith("CAIRN-0753: Command refused [command=stop_operation, workflow=")
                            .endsWith(":charging, principal=greta]: It is not permitted"))
                    .anySatisfy(line -> assertThat(line)
                            .startsWith("CAIRN-0753: Command refused [command=start, workflow=shop:approvals, principal=vera]"))
                    .anySatisfy(line -> assertThat(line)
                            .startsWith("CAIRN-0753: Command refused [command=publish_event, principal=olga]"))
                    .anySatisfy(line -> assertThat(line)
                            .startsWith("CAIRN-0752: Command done [command=publish_event, principal=ada]"))
                    .anySatisfy(line -> assertThat(line)
                            .startsWith("CAIRN-0753: Command refused [command=send, workflow=shop:approvals, instance=")
                            .endsWith(", principal=olga]: It is not permitted: Ticket 43"))
                    .noneSatisfy(line -> assertThat(line).contains("FORGED")));

    @Inject
    CairnClient cairn;

    @Workflow(name = "charging")
    static class Charging {
        static Flow define() {
            return flow(call("charge", Cards::charge));
        }
    }

    @ApplicationScoped
    static class Cards {
        private static final Logger LOG = Logger.getLogger("shop.cards");
        static final AtomicBoolean DOWN = new AtomicBoolean(true);

        Map<String, Object> charge(Map<String, Object> order) {
            LOG.info("Charges a card");
            if (DOWN.get() && !order.containsKey("free")) {
                throw new IllegalStateException("no answer");
            }
            return order;
        }
    }

    private static RequestSpecification as(String name) {
        return EmbeddedUsers.as(name).contentType("application/json");
    }

    private static ValidatableResponse post(String path, String body) {
        return as("olga").body(body).post(API + path).then();
    }

    private static ValidatableResponse get(String path) {
        ValidatableResponse answer = as("olga").get(API + path).then().statusCode(200);
        new DescribedAnswers().check(API + path, answer.extract().asString());
        return answer;
    }

    private InstanceHandle started(String workflow) {
        return cairn.start(workflow, Map.of()).await().atMost(PATIENCE);
    }

    private InstanceHandle faulted(String businessKey) {
        InstanceHandle instance = cairn.start(StartRequest.of("charging").withInput(Map.of()).withBusinessKey(businessKey))
                .await().atMost(PATIENCE);
        await().atMost(PATIENCE).until(() -> status(instance) == InstanceStatus.FAULTED);
        return instance;
    }

    private static InstanceStatus status(InstanceHandle instance) {
        return instance.view().await().atMost(PATIENCE).status();
    }

    @Test
    void commandsAreDoneAndAttributed() {
        InstanceHandle instance = started("approvals");
        String path = "/instances/" + instance.id();
        post(path + "/suspend", "{\"reason\":\"Ticket 42\"}").statusCode(200)
                .body("instance", equalTo(instance.id()), "command", equalTo("suspend"));
        assertThat(status(instance)).isEqualTo(InstanceStatus.SUSPENDED);
        post(path + "/resume", "{}").statusCode(200);
        post(path + "/cancel", "{}").statusCode(200);
        assertThat(status(instance)).isEqualTo(InstanceStatus.CANCELLED);
        post(path + "/suspend", "{}").statusCode(409).contentType(PROBLEM).body("code", equalTo("CAIRN-0441"));
        get(path + "/commands").body("commands.command", equalTo(List.of("start", "suspend", "resume", "cancel")),
                "commands[0]", not(hasItem("principal")), "commands[1].principal", equalTo("olga"),
                "commands[1].reason", equalTo("Ticket 42"));
        get(path + "/journal").body("entries.find { it.kind == 'suspended' }.principal", equalTo("olga"),
                "entries.find { it.kind == 'suspended' }.reason", equalTo("Ticket 42"), "entries[0]",
                not(hasKey("principal")));
        get(path + "/history").body("commands.command", equalTo(List.of("start", "suspend", "resume", "cancel")),
                "commands[1].principal", equalTo("olga"), "commands[1].reason", equalTo("Ticket 42"), "tasks.name",
                hasItem("hear"));
        InstanceHandle other = started("approvals");
        post("/instances/" + other.id() + "/compensate", "{}").statusCode(202);
        await().atMost(PATIENCE).until(() -> status(other) == InstanceStatus.CANCELLED);
    }

    @Test
    void instancesAreStartedOnce() {
        String body = "{\"input\":{\"order\":7},\"idempotencyKey\":\"k-1\",\"businessKey\":\"b-1\",\"attributes\":{\"city\":\"Bonn\"}}";
        String id = post("/workflows/approvals/instances", body).statusCode(201).body("created", equalTo(true))
                .header("Location", containsString(API + "/instances/")).extract().path("instance");
        get("/instances/" + id).body("businessKey", equalTo("b-1"), "attributes.city", equalTo("Bonn"));
        get("/instances/" + id + "/commands").body("commands[0].principal", equalTo("olga"));
        post("/workflows/shop:approvals/instances", body).statusCode(200).body("created", equalTo(false), "instance",
                equalTo(id));
        post("/workflows/approvals/instances", body.replace("7", "8")).statusCode(422);
        post("/workflows/approvals/instances", "{\"input\":{\"order\":\"seven\"}}").statusCode(400)
                .body("errors[0].pointer", equalTo("/order"));
        post("/workflows/nothing/instances", "{}").statusCode(404);
        post("/workflows/approvals/instances", "{\"attributes\":{\"cairn.parent\":\"" + id + "\"}}").statusCode(400)
                .body("detail", containsString("cairn.parent"));
        post("/workflows/approvals/instances", "{\"idempotencyKey\":\"" + "k".repeat(300) + "\"}").statusCode(400)
                .body("detail", containsString("An idempotency key has"));
        as("olga").get(API + "/instances?cursor=none").then().statusCode(400).body("detail",
                containsString("The parameter cursor"));
        as("olga").get(API + "/instances/" + id + "/history?cursor=none").then().statusCode(400);
        as("olga").get(API + "/instances/" + id + "/journal?cursor=none").then().statusCode(400);
        as("olga").get(API + "/instances?attribute.=" + "x".repeat(2_000)).then().statusCode(400);
        post("/workflows/approvals/instances", "{\"version\":\"9.9.9\"}").statusCode(404);
    }

    @Test
    void aFaultedInstanceIsRetriedAndForked() {
        InstanceHandle instance = faulted("retried");
        String path = "/instances/" + instance.id();
        String fork = post(path + "/fork", "{\"task\":\"/do/0/charge\",\"input\":{\"free\":true},\"reason\":\"Gift\"}")
                .statusCode(201).extract().path("instance");
        await().atMost(PATIENCE).until(() -> status(cairn.instance(fork)) == InstanceStatus.COMPLETED);
        get("/instances/" + fork + "/commands").body("commands.command", equalTo(List.of("fork")), "commands[0].reason",
                equalTo("Gift"));
        post(path + "/fork", "{\"task\":\"/do/9/none\"}").statusCode(404);
        post(path + "/fork", "{}").statusCode(400).body("detail", equalTo("The field task is missing."));
        post(path + "/retry", "{}").statusCode(202);
        await().atMost(PATIENCE).until(() -> status(instance) == InstanceStatus.FAULTED);
        post("/instances/" + started("approvals").id() + "/retry", "{}").statusCode(409).body("code", equalTo("CAIRN-0442"));
    }

    @Test
    void anEventIsTakenOnceOrRefused() {
        InstanceHandle instance = started("approvals");
        String path = "/instances/" + instance.id() + "/events";
        post(path, "{\"event\":{\"id\":\"1\",\"source\":\"/desk\",\"type\":\"other\"}}").statusCode(409)
                .body("code", equalTo("CAIRN-0751"));
        String event = "{\"event\":{\"id\":\"2\",\"source\":\"/desk\",\"type\":\"approved\",\"data\":{\"by\":\"olga\"}}}";
        post(path, event).statusCode(200).body("command", equalTo("send"));
        await().atMost(PATIENCE).until(() -> status(instance) == InstanceStatus.COMPLETED);
        post(path, event).statusCode(200);
        post(path, event.replace("\"2\"", "\"3\"")).statusCode(409).body("code", equalTo("CAIRN-0441"));
        post(path, "{\"event\":{\"id\":\"4\",\"type\":\"approved\"}}").statusCode(400)
                .body("detail", equalTo("The field source is missing."));
        post(path, "{}").statusCode(400);
    }

    @Test
    void queriesAreAnsweredToThoseWhoMayReadPayloads() {
        String id = cairn.start("approvals", Map.of("order", 7)).await().atMost(PATIENCE).id();
        String path = "/instances/" + id + "/queries/order";
        ValidatableResponse answer = as("ada").get(API + path).then().statusCode(200).body("answer.order", equalTo(7),
                "answer", hasKey("given"), "query", equalTo("order"), "instance", equalTo(id));
        new DescribedAnswers().check(API + path, answer.extract().asString());
        as("ada").body("{\"argument\":[1]}").post(API + path).then().statusCode(200).body("answer.given",
                equalTo(List.of(1)));
        as("ada").body("{}").post(API + path).then().statusCode(200).body("answer.order", equalTo(7));
        as("ada").body("{\"arg\":[1]}").post(API + path).then().statusCode(400);
        as("ada").get(API + "/instances/" + id + "/queries/none").then().statusCode(404).contentType(PROBLEM)
                .body("code", equalTo("CAIRN-0493"), "detail", containsString("It has: broken, order."));
        as("ada").body("{\"argument\":\"no such line\"}").post(API + "/instances/" + id + "/queries/broken").then()
                .statusCode(422).contentType(PROBLEM).body("code", equalTo("CAIRN-0494"), "detail",
                        containsString("no such line"));
        as("ada").get(API + "/instances/nobody/queries/order").then().statusCode(404);
        as("olga").get(API + path).then().statusCode(403);
        as("vera").body("{}").post(API + path).then().statusCode(403);
        assertThat(as("ada").get(API + "/instances/" + id + "/journal").jsonPath().getList("entries")).hasSize(1);
        get("/workflows/approvals").body("queries", equalTo(List.of("broken", "order")));
        get("/workflows/pausing").body("$", not(hasKey("queries")));
        get("/workflows").body("workflows.find { it.workflow == 'shop:approvals' }.queries", hasItem("order"));
    }

    @Test
    void anUpdateIsAnsweredToThoseWhoMayOperateAndReadPayloads() {
        InstanceHandle instance = started("approvals");
        String path = API + "/instances/" + instance.id() + "/updates/";
        String body = "{\"data\":{\"by\":\"ada\"},\"idempotencyKey\":\"u-1\",\"reason\":\"Ticket 43\"}";
        as("olga").body(body).post(path + "approved").then().statusCode(403);
        as("vera").body(body).post(path + "approved").then().statusCode(403);
        as("ada").body(body).post(path + "refused").then().statusCode(409).body("code", equalTo("CAIRN-0751"));
        as("ada").body("{\"event\":1}").post(path + "approved").then().statusCode(400);
        for (int i = 0; i < 2; i++) {
            as("ada").body(body).post(path + "approved").then().statusCode(200).body("answer.approved", equalTo("ada"),
                    "update", equalTo("approved"), "instance", equalTo(instance.id()));
        }
        await().atMost(PATIENCE).until(() -> status(instance) == InstanceStatus.COMPLETED);
        as("ada").body("{}").post(path + "approved").then().statusCode(409).contentType(PROBLEM)
                .body("code", equalTo("CAIRN-0441"));
        get("/instances/" + instance.id() + "/commands").body("commands.command", equalTo(List.of("start", "send")),
                "commands[1].principal", equalTo("ada"), "commands[1].reason", equalTo("Ticket 43"));
    }

    @Test
    void linesOfTheLogAreThoseOfTheInstance() {
        String other = "/instances/" + faulted("other").id() + "/logs";
        String path = "/instances/" + faulted("logged").id() + "/logs";
        ValidatableResponse lines = as("ada").get(API + path).then().statusCode(200).body("enabled", equalTo(true),
                "lines.findAll { it.logger == 'shop.cards' }.message", equalTo(List.of("Charges a card")),
                "lines.find { it.logger == 'shop.cards' }.task", equalTo("/do/0/charge"),
                "lines.findAll { it.message.startsWith('CAIRN-') }.size()", greaterThan(0));
        new DescribedAnswers().check(API + path, lines.extract().asString());
        as("ada").get(API + other).then().body("lines.findAll { it.logger == 'shop.cards' }", hasSize(1));
        as("vera").get(API + path).then().statusCode(403);
        as("pia").get(API + path).then().statusCode(403);
        as("ada").get(API + "/instances/nobody/logs").then().statusCode(404);
    }

    @Test
    void eventsArePublishedAndListed() {
        InstanceHandle instance = started("approvals");
        InstanceHandle salary = started("salaries");
        String event = "{\"event\":{\"id\":\"published\",\"source\":\"/desk\",\"type\":\"approved\",\"data\":{\"by\":\"olga\"}}}";
        post("/events", event).statusCode(403);
        as("vera").body(event).post(API + "/events").then().statusCode(403);
        as("ada").body("{}").post(API + "/events").then().statusCode(400);
        as("ada").body(event).post(API + "/events").then().statusCode(200).body("id", equalTo("published"),
                "outcome", equalTo("taken"), "instances", greaterThan(1));
        await().atMost(PATIENCE).until(() -> status(salary) == InstanceStatus.COMPLETED);
        String listed = "events.find { it.id == 'published' }";
        ValidatableResponse all = as("ada").get(API + "/events").then().statusCode(200).body(listed + ".type",
                equalTo("approved"), listed + ".takenBy.instance", hasItem(instance.id()), listed + ".takenBy.instance",
                hasItem(salary.id()), listed + ".data.by", equalTo("olga"));
        new DescribedAnswers().check(API + "/events", all.extract().asString());
        as("vera").get(API + "/events").then().statusCode(200).body(listed + ".takenBy.instance", hasItem(instance.id()),
                listed + ".takenBy.instance", not(hasItem(salary.id())), listed, not(hasKey("data")));
        String unheard = event.replace("published", "unheard").replace("approved", "nobody.listens");
        as("ada").body(unheard).post(API + "/events").then().statusCode(200).body("outcome", equalTo("nobody"));
        as("ada").get(API + "/events").then().body("events[0].id", equalTo("unheard"), "events[0].takenBy", hasSize(0));
        as("vera").get(API + "/events").then().body("events.id", not(hasItem("unheard")));
    }

    @Test
    void takersThatTheCallerMayNotSeeAreNotCounted() {
        started("approvals");
        for (int i = 0; i < 11; i++) {
            started("salaries");
        }
        as("ada").body("{\"event\":{\"id\":\"crowded\",\"source\":\"/desk\",\"type\":\"approved\"}}").post(API + "/events")
                .then()
                .statusCode(200);
        int visible = takers("vera");
        assertThat(visible).isPositive();
        assertThat(takers("ada") - visible).as("salaries").isGreaterThanOrEqualTo(11);
    }

    private static int takers(String caller) {
        JsonPath events = as(caller).get(API + "/events").jsonPath();
        String crowded = "events.find { it.id == 'crowded' }.";
        Integer more = events.get(crowded + "moreTakers");
        return events.getList(crowded + "takenBy").size() + (more == null ? 0 : more);
    }

    @Test
    void aTimerFiresWhenAskedTo() {
        String id = started("pausing").id();
        String path = "/instances/" + id + "/timers";
        post(path, "{\"task\":\"/do/1/both\"}").statusCode(409).contentType(PROBLEM).body("code", equalTo("CAIRN-0785"));
        post(path, "{\"effect\":\"/do/0/pause\",\"reason\":\"Early\"}").statusCode(200).body("command", equalTo("fire"));
        post(path, "{\"effect\":\"/do/0/pause\"}").statusCode(200);
        for (String branch : List.of("0/one", "1/two")) {
            await().atMost(PATIENCE).untilAsserted(
                    () -> get("/instances/" + id).body("pending.task", hasItem("/do/1/both/fork/branches/" + branch)));
            post(path, "{\"task\":\"/do/1/both/fork/branches/" + branch + "\"}").statusCode(200);
        }
        await().atMost(PATIENCE).untilAsserted(() -> get("/instances/" + id).body("pending.kind", equalTo(List.of("timer"))));
        // Its effect says which round it is.
        post(path, "{\"task\":\"/do/2/each/do/0/nap\"}").statusCode(200);
        await().atMost(PATIENCE).until(() -> status(cairn.instance(id)) == InstanceStatus.COMPLETED);
        get("/instances/" + id + "/commands").body("commands.command",
                equalTo(List.of("start", "fire", "fire", "fire", "fire")), "commands[1].reason", equalTo("Early"));
        post(path, "{\"effect\":\"a\",\"task\":\"b\"}").statusCode(400);
        post(path, "{}").statusCode(400).body("detail", equalTo("The field task is missing."));
        for (String field : List.of("effect", "task")) {
            post(path, "{\"" + field + "\":\"" + "x".repeat(16_385) + "\"}").statusCode(400).body("detail",
                    equalTo("The field " + field + " has at most 16384 characters, not 16385."));
        }
        as("vera").body("{\"effect\":\"/do/0/pause\"}").post(API + path).then().statusCode(403);
    }

    @Test
    void severalStatusesAreAskedAtOnce() {
        faulted("several");
        for (String status : List.of("[\"faulted\",\"suspended\"]", "\"suspended,faulted\"")) {
            String id = post("/operations", "{\"command\":\"cancel\",\"filter\":{\"workflow\":\"charging\",\"status\":" + status
                    + ",\"businessKey\":\"several\"}}").statusCode(202).body("status", equalTo("suspended,faulted"))
                    .extract().path("id");
            await().atMost(PATIENCE).until(() -> get("/operations/" + id).extract().path("state").equals("completed"));
            get("/operations/" + id).body("failed", equalTo(1));
        }
        for (String status : List.of("[\"failed\"]", "[1]", "{}", "\"faulted,\"")) {
            post("/operations", "{\"command\":\"cancel\",\"filter\":{\"workflow\":\"charging\",\"status\":" + status + "}}")
                    .statusCode(400).body("detail", containsString("status"));
        }
    }

    @Test
    void manyAreRetriedAsAnOperation() {
        List<InstanceHandle> all = List.of(faulted("bulk"), faulted("bulk"), faulted("bulk"));
        String id = post("/operations",
                "{\"command\":\"cancel\",\"filter\":{\"workflow\":\"charging\",\"status\":\"faulted\",\"businessKey\":\"bulk\"},"
                        + "\"reason\":\"Clean up\"}")
                .statusCode(202).header("Location", containsString(API + "/operations/")).extract().path("id");
        await().atMost(PATIENCE).until(() -> get("/operations/" + id).extract().path("state").equals("completed"));
        get("/operations/" + id).body("failed", equalTo(all.size()), "done", equalTo(0), "principal", equalTo("olga"),
                "failures[0].code", equalTo("CAIRN-0441"), "failures[0].kind", equalTo("wrong_phase"), "reason",
                equalTo("Clean up"), "workflow", endsWith(":charging"));
        get("/operations").body("operations.id", hasItem(id));
        as("olga").delete(API + "/operations/" + id).then().statusCode(200).body("state", equalTo("completed"));
        as("vera").get(API + "/operations").then().body("operations.id", hasItem(id));
        as("greta").delete(API + "/operations/" + id).then().statusCode(403);
        as("pia").get(API + "/operations").then().statusCode(200).body("operations", hasSize(0));
        as("pia").get(API + "/operations/" + id).then().statusCode(404).body("code", equalTo("CAIRN-0756"));
        as("olga").get(API + "/operations/none").then().statusCode(404).body("code", equalTo("CAIRN-0756"));
        for (String field : List.of("errorType", "version", "parent")) {
            post("/operations", "{\"command\":\"retry\",\"filter\":{\"workflow\":\"charging\",\"" + field + "\":\""
                    + "x".repeat(1_025) + "\"}}").statusCode(400).body("detail", containsString(field + " has at most "));
        }
        post("/operations", "{\"command\":\"retry\",\"filter\":{}}").statusCode(400)
                .body("detail", equalTo("The field workflow is missing."));
        for (String field : List.of("\"createdFrom\":\"+999999999-01-01T00:00:00Z\"",
                "\"parent\":\"" + "x".repeat(300) + "\"")) {
            post("/operations", "{\"command\":\"retry\",\"filter\":{\"workflow\":\"charging\"," + field + "}}").statusCode(400);
        }
        post("/operations", "{\"command\":\"fork\",\"filter\":{\"workflow\":\"charging\"}}").statusCode(400);
        post("/operations", "{\"command\":\"retry\",\"filter\":{\"workflow\":\"charging\",\"state\":\"faulted\"}}")
                .statusCode(400)
                .body("detail", equalTo("There is no field state."));
    }

    /** Decided for the workflow of the instance. */
    @Test
    void whoMayNotOperateIsRefused() {
        InstanceHandle instance = started("approvals");
        InstanceHandle salary = started("salaries");
        String path = API + "/instances/" + instance.id() + "/cancel";
        given().contentType("application/json").body("{}").post(path).then().statusCode(401);
        as("vera").body("{}").post(path).then().statusCode(403).contentType(PROBLEM);
        as("vera").body("{}").post(API + "/workflows/approvals/instances").then().statusCode(403);
        as("vera").body("{}").urlEncodingEnabled(false).post(API + "/instances/1%0AFORGED/cancel").then().statusCode(403);
        as("vera").body("{}").urlEncodingEnabled(false).post(API + "/workflows/1%0AFORGED/instances").then().statusCode(403);
        as("greta").body("{\"reason\":\"Out of curiosity\"}").post(path).then().statusCode(403).contentType(PROBLEM);
        as("pia").body("{}").post(path).then().statusCode(404);
        as("olga").body("{}").post(API + "/instances/" + salary.id() + "/cancel").then().statusCode(404);
        as("olga").body("{}").post(API + "/workflows/salaries/instances").then().statusCode(404);
        as("olga").body("{\"command\":\"cancel\",\"filter\":{\"workflow\":\"shop:salaries\"}}").post(API + "/operations").then()
                .statusCode(404);
        as("greta").body("{}").post(API + "/workflows/approvals/instances").then().statusCode(403);
        as("greta").body("{\"command\":\"cancel\",\"filter\":{\"workflow\":\"approvals\"}}").post(API + "/operations").then()
                .statusCode(403);
        as("olga").body("{}").post(API + "/instances/nobody/cancel").then().statusCode(404);
        assertThat(List.of(status(instance), status(salary))).containsOnly(InstanceStatus.WAITING);
        as("pia").body("{}").post(API + "/instances/" + salary.id() + "/cancel").then().statusCode(200);
    }

    @Test
    void bodiesAreBoundedObjects() {
        String path = API + "/instances/" + started("approvals").id() + "/suspend";
        // A page of another site can have a browser send this.
        as("olga").contentType("text/plain").body("{}").post(path).then().statusCode(415).contentType(PROBLEM);
        given().auth().preemptive().basic("olga", "o").post(path).then().statusCode(415);
        as("olga").body("[]").post(path).then().statusCode(400);
        as("olga").post(path).then().statusCode(400);
        as("olga").body("{\"reason\":\"" + "r".repeat(1_001) + "\"}").post(path).then().statusCode(400)
                .body("detail", equalTo("A reason has at most 1000 characters, not 1001"));
        as("olga").body("{\"reasons\":\"x\"}").post(path).then().statusCode(400).body("detail",
                equalTo("There is no field reasons."));
        as("olga").body("{\"reason\":\"" + "r".repeat(2 << 20) + "\"}").post(path).then().statusCode(413);
        as("olga").get(path).then().statusCode(405).header("Allow", equalTo("POST"));
        as("olga").body("{}").post(path).then().statusCode(200);
    }

    private static List<String> statuses(JsonNode document, String path, String method) {
        return document.at("/paths").path(API + path).path(method).path("responses").propertyStream().map(Map.Entry::getKey)
                .toList();
    }

    @Test
    void theDocumentDescribesCommands() {
        var document = new DescribedAnswers().document();
        var suspend = document.at("/paths").path(API + "/instances/{id}/suspend").path("post");
        assertThat(suspend.at("/requestBody/content/application~1json/schema/$ref").asText()).endsWith("CairnCommandBody");
        assertThat(suspend.path("responses").has("409")).isTrue();
        assertThat(statuses(document, "/operations", "post")).contains("202", "404", "405", "408", "413");
        assertThat(statuses(document, "/instances/{id}/history", "get")).contains("404", "405", "501").doesNotContain("413");
        assertThat(statuses(document, "/workflows", "get")).contains("405").doesNotContain("404", "501");
    }
}
