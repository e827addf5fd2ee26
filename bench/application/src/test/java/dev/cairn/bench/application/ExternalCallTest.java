package dev.cairn.bench.application;

import static dev.cairn.bench.application.Requests.post;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;

@Tag("any-jdk")
@QuarkusTest
@QuarkusTestResource(StubResource.class)
class ExternalCallTest {

    @ParameterizedTest
    @ValueSource(ints = { 10, 50, 100, 1_000 })
    void answersWithTheAssessmentAfterTheDelay(int delayMillis) {
        long start = System.nanoTime();
        Map<String, Object> answer = post("/bench/external",
                "{\"orderId\":\"order-7\",\"amount\":110.5,\"customerId\":\"cust-1\","
                        + "\"delayMs\":" + delayMillis + "}")
                .extract().as(Answers.OBJECT);
        Duration taken = Duration.ofNanos(System.nanoTime() - start);

        assertThat(answer).containsExactlyInAnyOrderEntriesOf(Map.of("orderId", "order-7", "amount", 110.5, "customerId",
                "cust-1", "delayMs", delayMillis, "risk", "MEDIUM", "segment", "STANDARD", "source", "mock-service", "status",
                "COMPLETED"));
        assertThat(taken).isGreaterThanOrEqualTo(Duration.ofMillis(delayMillis));
    }
}
