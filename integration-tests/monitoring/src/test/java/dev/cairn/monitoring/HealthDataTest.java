package dev.cairn.monitoring;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;

import jakarta.inject.Inject;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceHandle;
import io.quarkus.test.QuarkusUnitTest;
import io.restassured.path.json.JsonPath;

/** The readiness check says how the node does; the liveness check does not depend on the store. */
class HealthDataTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = MonitoredApplication.build();

    @Inject
    CairnClient cairn;

    @Inject
    SwitchableStore store;

    @Inject
    SkippingTime time;

    @AfterEach
    void recover() {
        store.isDown(false);
    }

    @Test
    void readinessSaysHowTheNodeDoes() {
        InstanceHandle waiting = cairn.start("payment", Map.of()).await().atMost(PATIENCE);
        Map<String, Object> data = ready(check -> check.getString("status").equals("UP"))
                .getMap("checks.find { it.name == 'Cairn' }.data");
        assertThat(data).containsOnlyKeys("node", "store", "leaseMillis", "instances", "recovering", "parked", "waitingWrites")
                .containsEntry("node", "north").containsEntry("store", "memory").containsEntry("instances", 1)
                .containsEntry("recovering", 0).containsEntry("parked", 0).containsEntry("waitingWrites", 0);
        assertThat((int) data.get("leaseMillis")).isPositive();
        waiting.cancel().await().atMost(PATIENCE);
    }

    @Test
    void aNodeWithoutLeaseIsNotReadyAndStaysAlive() {
        store.isDown(true);
        time.skip(60_000);
        JsonPath down = ready(check -> check.getString("status").equals("DOWN")
                && check.get("checks.find { it.name == 'Cairn' }.data.failing") != null);
        assertThat(down.getInt("checks.find { it.name == 'Cairn' }.data.leaseMillis")).isNotPositive();
        assertThat(given().get("/q/health/live").then().statusCode(200).extract().jsonPath()
                .getString("checks.find { it.name == 'Cairn engine' }.status")).isEqualTo("UP");
        store.isDown(false);
        ready(check -> check.getString("status").equals("UP"));
    }

    /** The answer of the check once it fits. */
    private static JsonPath ready(Predicate<JsonPath> fits) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        JsonPath answer;
        do {
            answer = given().get("/q/health/ready").jsonPath();
            assertThat(System.nanoTime()).as(answer.prettify()).isLessThan(end);
        } while (!fits.test(answer));
        return answer;
    }
}
