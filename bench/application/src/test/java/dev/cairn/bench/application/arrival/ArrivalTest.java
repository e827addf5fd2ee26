package dev.cairn.bench.application.arrival;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.bench.application.StubResource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;

@Tag("any-jdk")
@QuarkusTest
@QuarkusTestResource(StubResource.class)
class ArrivalTest {

    @ParameterizedTest
    @CsvSource({ "two-tasks, 2", "sleep5, 2", "foreach3, 1", "foreach3-history, 12", "foreach3-all, 1" })
    void everyInstanceEndsWithTheRightOutput(String workflow, float leastWrites) {
        JsonPath report = run(workflow, 6_000, 5, 60, false);

        assertThat(report.getInt("completed")).isEqualTo(5);
        assertThat(report.getInt("dropped") + report.getInt("failed")).isZero();
        assertThat(report.getString("failure")).isNull();
        assertThat(report.getFloat("writesPerInstance")).isGreaterThanOrEqualTo(leastWrites);
        assertThat(report.getFloat("avgMs")).isPositive();
    }

    @Test
    void aWaitIsPartOfTheLatency() {
        assertThat(run("sleep5", 6_000, 2, 60, false).getFloat("medMs")).isGreaterThanOrEqualTo(5_000);
    }

    @Test
    void anInstanceWithoutAnEndInTimeHasFailed() {
        JsonPath report = run("sleep5", 6_000, 2, 1, false);

        assertThat(report.getInt("failed")).isEqualTo(2);
        assertThat(report.getInt("completed")).isZero();
    }

    @Test
    void mergesAreSeenIfAnExpressionMakesThem() {
        assertThat(run("foreach3-all", 600, 20, 60, true).getFloat("profile.mergeAllocations")).isGreaterThan(0.5f);
        assertThat(run("foreach3", 600, 20, 60, true).getFloat("profile.mergeAllocations")).isZero();
    }

    @Test
    void theOutputOfAnotherInstanceIsWrong() {
        assertThat(ArrivalScenario.TWO_TASKS.isRight(3, TextNode.valueOf("Hello World-3"))).isTrue();
        assertThat(ArrivalScenario.TWO_TASKS.isRight(3, TextNode.valueOf("Hello World-4"))).isFalse();
        assertThat(ArrivalScenario.FIVE_SECOND_WAIT.isRight(3, ArrivalScenario.FIVE_SECOND_WAIT.input(4))).isFalse();
    }

    @Test
    void anUnknownWorkflowIsRefused() {
        assertThat(post("nothing", 60, 1, 1, false).statusCode()).isEqualTo(400);
        assertThat(post("two-tasks", 0, 1, 1, false).statusCode()).isEqualTo(400);
    }

    private static JsonPath run(String workflow, int perMinute, int count, int patienceSeconds, boolean profile) {
        return post(workflow, perMinute, count, patienceSeconds, profile).then().statusCode(200).extract().jsonPath();
    }

    private static Response post(String workflow, int perMinute, int count, int patienceSeconds, boolean profile) {
        return given().contentType(ContentType.JSON)
                .body(new ArrivalRequest(workflow, perMinute, count, patienceSeconds, profile)).post("/bench/arrivals");
    }
}
