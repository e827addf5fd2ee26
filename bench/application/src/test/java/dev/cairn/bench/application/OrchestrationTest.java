package dev.cairn.bench.application;

import static dev.cairn.bench.application.Requests.ORDER;
import static dev.cairn.bench.application.Requests.post;
import static io.restassured.RestAssured.get;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceHandle;
import dev.cairn.engine.Engine;
import dev.cairn.spi.InstanceStore;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;

@Tag("any-jdk")
@QuarkusTest
@QuarkusTestResource(StubResource.class)
class OrchestrationTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @Inject
    CairnClient cairn;

    @Inject
    Engine engine;

    @Inject
    InstanceStore store;

    @ParameterizedTest
    @CsvSource({
            "order, COMPLETED",
            "order20, COMPLETED_20_STEPS",
            "order50, COMPLETED_50_STEPS",
            "order100, COMPLETED_100_STEPS",
            "effects20, COMPLETED_20_STEPS",
            "history100, COMPLETED_100_STEPS",
            "baseline, COMPLETED_100_STEPS"
    })
    void answersWithTheOrderAndItsLastStatus(String workload, String status) {
        Map<String, Object> answer = post("/bench/" + workload, ORDER).extract().as(Answers.OBJECT);

        assertThat(answer).containsExactlyInAnyOrderEntriesOf(
                Map.of("orderId", "order-7", "amount", 110.5, "customerId", "cust-1", "status", status));
    }

    @ParameterizedTest
    @CsvSource({ "hello, 2", "order100, 2", "effects20, 21" })
    void writesNoMoreThanAnInstanceNeeds(String workload, long most) {
        long before = writes();
        post("/bench/" + workload, ORDER);

        assertThat(writes() - before).isBetween(1L, most);
    }

    @Test
    void aHistoryOfShortTasksIsOneWrite() {
        long before = writes();
        post("/bench/history100", ORDER);

        assertThat(writes() - before).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({ "order100, 2", "history100, 102" })
    void eachTaskHasAnEntryWhereItIsToHaveOne(String workload, int entries) {
        InstanceHandle instance = cairn.start(workload, Map.of("orderId", "order-7")).await().atMost(LIMIT);
        instance.result().await().atMost(LIMIT);

        assertThat(engine.journal().decoder(store.load(instance.id()).await().atMost(LIMIT).orElseThrow()).size())
                .isEqualTo(entries);
    }

    @Test
    void helloGreetsByPostAndByGet() {
        Map<String, Object> greeting = Map.of("message", "hello world!");

        assertThat(post("/bench/hello", "{}").extract().as(Answers.OBJECT)).isEqualTo(greeting);
        assertThat(get("/hello-flow").then().statusCode(200).extract().as(Answers.OBJECT)).isEqualTo(greeting);
    }

    private static long writes() {
        return get("/bench/writes").then().statusCode(200).extract().jsonPath().getLong("writes");
    }
}
