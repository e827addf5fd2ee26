package dev.cairn.management;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;
import static dev.cairn.management.EmbeddedUsers.as;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import io.quarkus.test.QuarkusUnitTest;

/** The management API answers only callers with the permission, and hides from them what they may not see. */
class ManagementAccessTest {

    private static final String PROBLEM = "application/problem+json";
    private static final String WORKFLOWS = "/q/cairn/api/v1/workflows";
    private static final String INSTANCES = "/q/cairn/api/v1/instances";
    private static final String SECRET = "not for everybody";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = EmbeddedUsers.add(new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(EmbeddedUsers.class, Orders.class, Salaries.class)),
            Map.of("vera", "viewer", "pia", "paymaster", "nora", "nobody", "rita", "reader", "sam",
                    "viewer,salaryreader"))
            .overrideConfigKey("quarkus.cairn.management.roles.view", "viewer")
            .overrideConfigKey("quarkus.cairn.management.roles.payload", "reader")
            .overrideConfigKey("quarkus.cairn.management.workflow.salaries.roles.payload", "salaryreader")
            .overrideConfigKey("quarkus.cairn.management.workflow.salaries.roles.operate", "paymaster");

    @Workflow(name = "orders")
    static class Orders {
        static Flow define() {
            return flow(set("same", ".").exportAs(".")).attribute("kind", "${ \"order\" }");
        }
    }

    @Workflow(name = "salaries")
    static class Salaries {
        static Flow define() {
            return flow(set("same", ".")).attribute("kind", "${ \"salary\" }").businessKey("${ \"pay\" }");
        }
    }

    @Inject
    CairnClient cairn;

    @Test
    void asksForCredentials() {
        given().get(WORKFLOWS).then().statusCode(401).contentType(PROBLEM)
                .header("WWW-Authenticate", containsString("basic")).body("status", equalTo(401));
        given().auth().preemptive().basic("vera", "wrong").get(WORKFLOWS).then().statusCode(401).contentType(PROBLEM)
                .header("WWW-Authenticate", containsString("basic")).body("status", equalTo(401));
    }

    /** Clients whose clock is wrong compare the times in answers with this. */
    @Test
    void tellsTheTimeOfDay() {
        String date = as("vera").get(WORKFLOWS).then().statusCode(200).extract().header("Date");

        Instant told = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
        assertThat(told).isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
    }

    @Test
    void refusesCallersWithoutRoles() {
        as("nora").get(WORKFLOWS).then().statusCode(403).contentType(PROBLEM).body("status", equalTo(403));
    }

    @Test
    void leavesOutWhatTheCallerMayNotSee() {
        as("vera").get(WORKFLOWS).then().statusCode(200).header("Cache-Control", "no-store")
                .body("workflows.workflow", contains("default:orders"));
        as("pia").get(WORKFLOWS).then().statusCode(200).body("workflows.workflow", contains("default:salaries"));
    }

    @Test
    void tellsWhatIsNotThere() {
        as("vera").get("/q/cairn/api/v1/nothing").then().statusCode(404).contentType(PROBLEM);
        as("vera").get("/q/cairn/api/v1").then().statusCode(404).contentType(PROBLEM);
        as("vera").post(WORKFLOWS).then().statusCode(405).contentType(PROBLEM).header("Allow", "GET, HEAD");
    }

    @Test
    void showsPayloadsToThoseWhoMayReadThem() {
        String id = started("orders");

        for (String path : List.of("/" + id, "/" + id + "/history", "/" + id + "/journal")) {
            String withoutPayloads = as("vera").get(INSTANCES + path).then().statusCode(200).extract().asString();
            assertThat(withoutPayloads).contains("orders").doesNotContain(SECRET);
            assertThat(as("rita").get(INSTANCES + path).then().statusCode(200).extract().asString()).contains(SECRET);
        }
    }

    @Test
    void givesWholeValuesToThoseWhoMayReadThem() {
        String order = INSTANCES + "/" + started("orders") + "/values/input";
        String salary = INSTANCES + "/" + started("salaries") + "/values/input";

        assertThat(as("rita").get(order).then().statusCode(200).extract().asString()).contains(SECRET);
        as("vera").get(order).then().statusCode(403).contentType(PROBLEM);
        as("vera").get(order + "?task=/do/0/none").then().statusCode(403);
        given().get(order).then().statusCode(401);
        as("rita").get(salary).then().statusCode(404);
        // Decided for the workflow of the instance.
        as("sam").get(salary).then().statusCode(200);
        as("sam").get(order).then().statusCode(403).contentType(PROBLEM);
        as("sam").get(order.replace("values/input", "logs")).then().statusCode(403);
    }

    @Test
    void answersForHiddenInstancesAsForUnknownOnes() {
        String id = started("salaries");

        as("pia").get(INSTANCES + "/" + id).then().statusCode(200);
        for (String path : List.of("/ID", "/ID/history", "/ID/journal")) {
            String hidden = as("vera").get(INSTANCES + path.replace("ID", id)).then().statusCode(404).extract().asString();
            String unknown = as("vera").get(INSTANCES + path.replace("ID", "01M8J1BTY6ZRFKN9BK5T9Z01F7")).then()
                    .statusCode(404).extract().asString();
            assertThat(hidden).isEqualTo(unknown);
        }
        for (String path : List.of("/salaries", "/default:salaries", "/salaries/graph")) {
            String hidden = as("vera").get(WORKFLOWS + path).then().statusCode(404).extract().asString();
            assertThat(hidden).isEqualTo(as("vera").get(WORKFLOWS + "/nothing").asString());
        }
    }

    @Test
    void findsNoHiddenInstances() {
        String order = started("orders");
        String salary = started("salaries");

        as("vera").get(INSTANCES).then().statusCode(200).body("instances.id", hasItem(order))
                .body("instances.id", not(hasItem(salary)));
        as("vera").get(INSTANCES + "?attribute.kind=salary").then().statusCode(200).body("instances", hasSize(0));
        as("vera").get(INSTANCES + "?workflow=default:salaries").then().statusCode(200).body("instances", hasSize(0));
        as("vera").get(INSTANCES + "?workflow=salaries").then().statusCode(404);
        String lines = as("vera").accept("application/x-ndjson").get(INSTANCES).asString();
        assertThat(lines).contains(order).doesNotContain(salary);
        as("pia").get(INSTANCES).then().statusCode(200).body("instances.workflow", everyItem(equalTo("default:salaries")));
    }

    /** A cursor would name a hidden instance, and its presence would tell that one meets the criteria. */
    @Test
    void neitherPagesNorCursorsTellOfHiddenInstances() {
        String order = started("orders");
        String salary = started("salaries");
        started("salaries");

        for (String criterion : List.of("", "status=completed&")) {
            assertThat(walk("vera", criterion)).isNotEmpty()
                    .allSatisfy(page -> assertThat(page).contains("default:orders").doesNotContain(salary));
            assertThat(walk("pia", criterion)).isNotEmpty()
                    .allSatisfy(page -> assertThat(page).contains("default:salaries").doesNotContain(order));
        }
        for (String criterion : List.of("attribute.kind=salary", "businessKey=pay")) {
            as("vera").get(INSTANCES + "?limit=1&" + criterion).then().statusCode(200).body("instances", hasSize(0))
                    .body("$", not(hasKey("next")));
        }
        assertThat(as("pia").accept("application/x-ndjson").get(INSTANCES).asString()).contains(salary).doesNotContain(order);
    }

    /** The answers to a search with one instance a page. */
    private static List<String> walk(String caller, String criterion) {
        List<String> pages = new ArrayList<>();
        String cursor = "";
        while (cursor != null) {
            var page = as(caller).get(INSTANCES + "?" + criterion + "limit=1" + cursor).then().statusCode(200).extract();
            pages.add(page.asString());
            String next = page.path("next");
            cursor = next == null ? null : "&cursor=" + next;
        }
        return pages;
    }

    @Test
    void saysHowToAuthenticate() {
        given().accept("application/json").get("/q/openapi?format=json").then().statusCode(200)
                .body("components.securitySchemes.CairnManagement.scheme", equalTo("basic"))
                .body("paths.'/q/cairn/api/v1/workflows'.get.security[0]", hasKey("CairnManagement"));
    }

    private String started(String workflow) {
        InstanceHandle instance = cairn.start(workflow, Map.of("secret", SECRET)).await().atMost(PATIENCE);
        instance.result().await().atMost(PATIENCE);
        return instance.id();
    }
}
