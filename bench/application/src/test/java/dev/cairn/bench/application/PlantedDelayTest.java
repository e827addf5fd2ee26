package dev.cairn.bench.application;

import static dev.cairn.bench.application.Requests.ORDER;
import static dev.cairn.bench.application.Requests.post;
import static io.restassured.RestAssured.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;

@Tag("any-jdk")
@QuarkusTest
@QuarkusTestResource(StubResource.class)
@TestProfile(PlantedDelayTest.Planted.class)
class PlantedDelayTest {

    private static final Duration DELAY = Duration.ofMillis(300);

    @Test
    void answersOfBenchmarksAreLateButRight() {
        long start = System.nanoTime();
        post("/bench/order100", ORDER).body("status", equalTo("COMPLETED_100_STEPS"));

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(DELAY);
    }

    @Test
    void readinessIsNotDelayed() {
        get("/bench/writes").then().statusCode(200);
    }

    /** Makes everything late. */
    public static class Planted implements QuarkusTestProfile {

        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("bench.planted-delay", DELAY.toMillis() + "MS");
        }
    }
}
