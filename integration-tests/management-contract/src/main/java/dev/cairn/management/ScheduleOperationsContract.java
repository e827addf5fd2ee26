package dev.cairn.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import jakarta.inject.Inject;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.cairn.api.CairnClient;
import dev.cairn.api.CairnException;
import dev.cairn.api.ScheduleRequest;
import io.quarkus.test.QuarkusUnitTest;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;

/** Operators see and steer schedules over HTTP. */
public abstract class ScheduleOperationsContract {

    private static final String API = "/q/cairn/api/v1";
    private static final String PROBLEM = "application/problem+json";
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String LATER = "0 0 1 1 *";

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = EmbeddedUsers.add(new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(EmbeddedUsers.class, DescribedAnswers.class)
                    .addAsResource(new StringAsset("""
                            document: {dsl: 1.0.3, namespace: shop, name: report, version: 1.0.0}
                            schedule: {cron: 0 8 1 1 *}
                            do: [{done: {set: {done: true}}}]
                            """), "workflows/report.yaml")
                    .addAsResource(new StringAsset("""
                            document: {dsl: 1.0.3, namespace: shop, name: salaries, version: 1.0.0}
                            schedule: {on: {one: {with: {type: shop.paid}}}}
                            do: [{done: {set: {done: true}}}]
                            """), "workflows/salaries.yaml")),
            Map.of("vera", "viewer", "olga", "operator", "ada", "operator,reader,paymaster"))
            .overrideConfigKey("quarkus.cairn.management.roles.view", "viewer")
            .overrideConfigKey("quarkus.cairn.management.roles.operate", "operator")
            .overrideConfigKey("quarkus.cairn.management.roles.payload", "reader")
            .overrideConfigKey("quarkus.cairn.management.workflow.salaries.roles.view", "paymaster")
            .overrideConfigKey("quarkus.cairn.management.workflow.salaries.roles.operate", "paymaster")
            .setLogRecordPredicate(line -> line.getLoggerName().equals("dev.cairn.audit"))
            .assertLogRecords(lines -> assertThat(lines).extracting(line -> line.getMessage())
                    .contains("CAIRN-0752: Command done [command=pause_schedule, workflow=shop:report, schedule=steered,"
                            + " principal=olga]: Ticket 42",
                            "CAIRN-0753: Command refused [command=resume_schedule, workflow=shop:report, schedule=steered,"
                                    + " principal=vera]: It is not permitted",
                            "CAIRN-0752: Command done [command=replace_schedule, workflow=shop:report, schedule=replaced,"
                                    + " principal=olga]: Ticket 43",
                            "CAIRN-0753: Command refused [command=replace_schedule, workflow=shop:report, schedule=replaced,"
                                    + " principal=vera]: It is not permitted",
                            "CAIRN-0752: Command done [command=delete_schedule, workflow=shop:report, schedule=steered,"
                                    + " principal=olga]")
                    .noneSatisfy(line -> assertThat(line).contains("\n")));

    @Inject
    CairnClient cairn;

    private static RequestSpecification as(String name) {
        return EmbeddedUsers.as(name).contentType("application/json");
    }

    private static ValidatableResponse post(String path, String body) {
        return as("olga").body(body).post(API + path).then();
    }

    private static ValidatableResponse put(String user, String path, String body) {
        return as(user).body(body).put(API + path).then();
    }

    private static ValidatableResponse get(String user, String path) {
        ValidatableResponse answer = as(user).get(API + path).then().statusCode(200);
        new DescribedAnswers().check(API + path, answer.extract().asString());
        return answer;
    }

    private static List<ValidatableResponse> pages(String user, String path) {
        List<ValidatableResponse> pages = new ArrayList<>();
        String cursor = "";
        while (cursor != null) {
            ValidatableResponse page = get(user, path + cursor);
            pages.add(page);
            String next = page.extract().path("next");
            cursor = next == null ? null : "&cursor=" + next;
        }
        return pages;
    }

    private static ValidatableResponse create(String name, String rest) {
        return post("/schedules", "{\"workflow\":\"report\",\"name\":\"" + name + "\"," + rest + "}");
    }

    @Test
    void aScheduleIsCreatedSteeredAndDeleted() {
        String path = "/schedules/shop:report/steered";
        create("steered", "\"cron\":\"0 8 * * MON-FRI\",\"zone\":\"Europe/Berlin\",\"overlap\":\"skip\",\"jitter\":\"PT30S\"")
                .statusCode(201).header("Location", endsWith(API + "/schedules/shop%3Areport/steered"));
        get("vera", path).body("workflow", equalTo("shop:report"), "description", equalTo("At 08:00, on Monday to Friday"),
                "zone", equalTo("Europe/Berlin"), "overlap", equalTo("skip"), "missed", equalTo("fire-once"), "jitter",
                equalTo("PT30S"), "nextDues", hasSize(5), "changedBy.principal", equalTo("olga"), "ofDefinition",
                equalTo(false), "paused", equalTo(false), "occurrences", hasSize(0), "$", not(hasKey("obstacle")));
        create("steered", "\"cron\":\"0 9 * * MON-FRI\"").statusCode(409).contentType(PROBLEM).body("code",
                equalTo("CAIRN-0808"));

        post(path + "/pause", "{\"reason\":\"Ticket 42\"}").statusCode(200).body("paused", equalTo(true), "nextDues",
                hasSize(0), "changedBy.reason", equalTo("Ticket 42"));
        as("vera").body("{}").post(API + path + "/resume").then().statusCode(403);
        post(path + "/resume", "{}").statusCode(200).body("paused", equalTo(false), "nextDues", hasSize(5));
        String made = post(path + "/run", "{}").statusCode(201).body("created", equalTo(true))
                .header("Location", containsString(API + "/instances/")).extract().path("instance");
        await().atMost(PATIENCE).untilAsserted(() -> get("vera", path).body("occurrences.id", equalTo(List.of(made)),
                "occurrences.status", equalTo(List.of("completed")), "occurrences.byCommand", equalTo(List.of(true))));

        as("olga").delete(API + path).then().statusCode(200).body("name", equalTo("steered"));
        as("olga").get(API + path).then().statusCode(404).contentType(PROBLEM).body("code", equalTo("CAIRN-0805"));
        as("olga").delete(API + path).then().statusCode(404).body("code", equalTo("CAIRN-0805"));
    }

    @Test
    void aScheduleIsReplaced() {
        String path = "/schedules/report/replaced";
        put("olga", path, "{\"cron\":\"@daily\"}").statusCode(404).contentType(PROBLEM).body("code", equalTo("CAIRN-0805"));
        create("replaced", "\"cron\":\"@daily\",\"overlap\":\"skip\",\"input\":{\"tenant\":7}").statusCode(201);
        post(path + "/pause", "{}").statusCode(200);
        put("ada", path, "{\"every\":\"PT2H\",\"jitter\":\"PT1M\",\"reason\":\"Ticket 43\"}").statusCode(200).body("workflow",
                equalTo("shop:report"), "name", equalTo("replaced"), "every", equalTo("PT2H"), "$", not(hasKey("cron")),
                "overlap", equalTo("allow"), "jitter", equalTo("PT1M"), "$", not(hasKey("input")), "paused", equalTo(true),
                "changedBy", equalTo(Map.of("principal", "ada", "reason", "Ticket 43")));
        put("olga", path, "{\"every\":\"PT2H\",\"reason\":\"Ticket 43\"}").statusCode(200);
        get("vera", path).body("every", equalTo("PT2H"), "$", not(hasKey("jitter")), "changedBy.principal", equalTo("olga"));

        put("vera", path, "{\"every\":\"PT3H\"}").statusCode(403);
        put("olga", path, "{}").statusCode(400).body("detail", containsString("one of cron, every and after"));
        put("olga", path, "{\"every\":\"PT0.01S\"}").statusCode(400).body("code", equalTo("CAIRN-0806"));
        put("olga", path, "{\"every\":\"PT2H\",\"name\":\"other\"}").statusCode(400).body("detail",
                equalTo("There is no field name."));
        put("olga", "/schedules/report/cron", "{\"cron\":\"@daily\"}").statusCode(409).body("code", equalTo("CAIRN-0809"));
        put("olga", "/schedules/shop:salaries/hidden", "{\"cron\":\"@daily\"}").statusCode(404).body("detail",
                equalTo("There is no such workflow."));
        as("olga").post(API + path).then().statusCode(405).header("Allow", equalTo("DELETE, GET, HEAD, PUT"));
        get("vera", path).body("every", equalTo("PT2H"));
    }

    @Test
    void aRangeIsBackfilledOnce() {
        create("filled", "\"cron\":\"0 * * * *\"").statusCode(201);
        String path = "/schedules/report/filled";
        String range = "{\"from\":\"2026-01-01T00:00:00Z\",\"to\":\"2026-01-01T05:00:00Z\"}";
        post(path + "/backfill", range).statusCode(200).body("started", equalTo(5), "existing", equalTo(0));
        post(path + "/backfill", range).statusCode(200).body("started", equalTo(0), "existing", equalTo(5));
        post(path + "/backfill", "{\"from\":\"2020-01-01T00:00:00Z\",\"to\":\"2026-01-01T00:00:00Z\"}").statusCode(400)
                .body("code", equalTo("CAIRN-0813"), "detail", containsString("10000 occurrences"));
        post(path + "/backfill", "{\"from\":\"2026-01-02T00:00:00Z\",\"to\":\"2026-01-01T00:00:00Z\"}").statusCode(400)
                .body("code", equalTo("CAIRN-0813"), "detail", containsString("ends before it begins"));
        post(path + "/backfill", "{\"from\":\"2026-01-02T00:00:00Z\"}").statusCode(400).body("detail",
                equalTo("The field to is missing."));
        post(path + "/backfill", "{\"from\":null,\"to\":null}").statusCode(400).body("detail",
                equalTo("The field from is missing."));
        post(path + "/backfill", "{\"from\":\"yesterday\",\"to\":\"2026-01-01T00:00:00Z\"}").statusCode(400).body("detail",
                containsString("RFC 3339"));
        post("/schedules/report/nothing/backfill", range).statusCode(404).body("code", equalTo("CAIRN-0805"));
        as("vera").body(range).post(API + path + "/backfill").then().statusCode(403);
    }

    @Test
    void theInputIsPayload() {
        create("with-input", "\"cron\":\"" + LATER + "\",\"input\":{\"tenant\":7}").statusCode(201).body("$",
                not(hasKey("input")));
        get("ada", "/schedules/report/with-input").body("input.tenant", equalTo(7));
        get("vera", "/schedules/report/with-input").body("$", not(hasKey("input")));
        get("ada", "/schedules?workflow=report").body("schedules.find { it.name == 'with-input' }.input.tenant", equalTo(7));
        get("vera", "/schedules?workflow=report").body("schedules.find { it.name == 'with-input' }", not(hasKey("input")));
    }

    @Test
    void schedulesOfOtherWorkflowsAreHidden() {
        cairn.schedules().create(ScheduleRequest.cron("salaries", "hidden", LATER)).await().atMost(PATIENCE);
        get("ada", "/workflows/salaries").body("triggers", equalTo(List.of(Map.of("kind", "event", "type", "shop.paid"))));
        get("ada", "/schedules").body("schedules.workflow", hasItems("shop:report", "shop:salaries"));
        get("vera", "/schedules").body("schedules.workflow", everyItem(equalTo("shop:report")));
        pages("vera", "/schedules?limit=1")
                .forEach(page -> page.body("schedules", hasSize(1), "schedules[0].workflow", equalTo("shop:report")));
        for (String path : List.of("/schedules/salaries/hidden", "/schedules/shop:salaries/hidden",
                "/schedules?workflow=shop:salaries", "/schedules?workflow=salaries", "/schedules/nothing/hidden")) {
            as("vera").get(API + path).then().statusCode(404).body("detail", equalTo("There is no such workflow."));
        }
        post("/schedules/shop:salaries/hidden/pause", "{}").statusCode(404);
        as("olga").delete(API + "/schedules/shop:salaries/hidden").then().statusCode(404);
        assertThat(cairn.schedules().get("salaries", "hidden").await().atMost(PATIENCE).paused()).isFalse();
    }

    @Test
    void pagesListEachScheduleOnce() {
        for (int i = 0; i < 5; i++) {
            cairn.schedules().create(ScheduleRequest.cron("report", "page-" + i, LATER)).await().atMost(PATIENCE);
        }
        List<String> all = get("vera", "/schedules?workflow=report&limit=1000").extract().path("schedules.name");
        List<String> names = new ArrayList<>();
        pages("vera", "/schedules?workflow=report&limit=2")
                .forEach(page -> names.addAll(page.extract().path("schedules.name")));
        assertThat(names).doesNotHaveDuplicates().contains("cron", "page-0", "page-1", "page-2", "page-3", "page-4");
        assertThat(new TreeSet<>(names)).isSubsetOf(new TreeSet<>(all));
        as("vera").get(API + "/schedules?cursor=none").then().statusCode(400).body("detail",
                containsString("The parameter cursor"));
        as("vera").get(API + "/schedules?limit=0").then().statusCode(400);
        as("vera").get(API + "/schedules?status=waiting").then().statusCode(400);
    }

    @Test
    void theScheduleOfADefinitionIsATriggerAndCannotBeDeleted() {
        get("vera", "/schedules/report/cron").body("ofDefinition", equalTo(true), "definitionVersion", equalTo("1.0.0"));
        as("olga").delete(API + "/schedules/report/cron").then().statusCode(409).body("code", equalTo("CAIRN-0809"));
        for (String path : List.of("/workflows/report", "/workflows")) {
            ValidatableResponse answer = get("vera", path);
            String triggers = path.equals("/workflows") ? "workflows.find { it.workflow == 'shop:report' }.triggers"
                    : "triggers";
            answer.body(triggers + ".kind", equalTo(List.of("schedule")), triggers + "[0].cron", equalTo("0 8 1 1 *"),
                    triggers + "[0].zone", equalTo("Z"), triggers + "[0].description",
                    equalTo("At 08:00, on day 1 of the month, in January"));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            {}                                                                      | 400 | The field workflow is missing.
            {"workflow":"report"}                                                   | 400 | The field name is missing.
            {"workflow":null,"name":null}                                           | 400 | The field workflow is missing.
            {"workflow":"report","name":"x"}                                        | 400 | one of cron, every and after
            {"workflow":"report","name":"x","cron":"@daily","every":"PT1H"}         | 400 | one of cron, every and after
            {"workflow":"report","name":"x","cron":"0 25 * * *"}                    | 400 | "25" is no hour
            {"workflow":"report","name":"x","cron":"@daily","zone":"Europe/Berlim"} | 400 | "Europe/Berlim" is unknown
            {"workflow":"report","name":"x","every":"PT1H","zone":"Europe/Berlin"}  | 400 | field zone
            {"workflow":"report","name":"x","every":"an hour"}                      | 400 | ISO 8601
            {"workflow":"report","name":"x","every":"PT0.01S"}                      | 400 | too short
            {"workflow":"report","name":"x","every":7}                              | 400 | The field every
            {"workflow":"report","name":"x","cron":"@daily","overlap":"never"}      | 400 | one of allow, skip
            {"workflow":"report","name":"x","cron":"@daily","missed":"never"}       | 400 | one of fire-once
            {"workflow":"report","name":"x","cron":"@daily","maxMissed":0}          | 400 | maxMissed
            {"workflow":"report","name":"x","cron":"@daily","maxMissed":10001}      | 400 | 10,000
            {"workflow":"report","name":"x","every":"PT1M","jitter":"PT31S"}        | 400 | jitter
            {"workflow":"report","name":"cron","cron":"@daily"}                     | 400 | Schedules of definitions
            {"workflow":"report","name":"x","cron":"@daily","color":"red"}          | 400 | There is no field color.
            {"workflow":"nothing","name":"x","cron":"@daily"}                       | 404 | There is no such workflow.
            """)
    void mistakesAreAnsweredWithTheirReason(String body, int status, String part) {
        String detail = post("/schedules", body).statusCode(status).contentType(PROBLEM).extract().path("detail");
        assertThat(detail).contains(part).doesNotContain("Exception");
        get("vera", "/schedules?workflow=report").body("schedules.name", not(hasItem("x")));
    }

    @Test
    void longAndOddNamesAreNamesOrRefused() {
        create("n".repeat(256), "\"cron\":\"" + LATER + "\"").statusCode(400).body("detail", containsString("255 characters"));
        create("x", "\"cron\":\"" + "*".repeat(300) + "\"").statusCode(400).body("detail", containsString("255 characters"));
        create("a/b c\\n?ü", "\"cron\":\"" + LATER + "\"").statusCode(201)
                .header("Location", endsWith("/schedules/shop%3Areport/a%2Fb%20c%0A%3F%C3%BC"));
        as("olga").urlEncodingEnabled(false).delete(API + "/schedules/report/a%2Fb%20c%0A%3F%C3%BC").then().statusCode(200);
        as("olga").get(API + "/schedules/report/" + "n".repeat(1_000)).then().statusCode(404);
    }

    @Test
    void theClientRefusesWhatTheApiRefuses() {
        assertThat(cairn.schedules().pause("report", null).onItemOrFailure().transform((view, failure) -> failure).await()
                .atMost(PATIENCE)).isInstanceOf(CairnException.class).hasMessageContaining("[parameter=name]");
        Instant now = Instant.now();
        assertThat(cairn.schedules().backfill("report", "cron", now, now.minusSeconds(1)).onItemOrFailure()
                .transform((result, failure) -> failure).await().atMost(PATIENCE)).hasMessageStartingWith("CAIRN-0813");
    }
}
