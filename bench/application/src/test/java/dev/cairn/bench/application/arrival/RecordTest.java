package dev.cairn.bench.application.arrival;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.cairn.api.EventBus;
import dev.cairn.bench.application.KafkaJson;
import dev.cairn.bench.application.StubResource;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.path.json.JsonPath;

/** The events are those that the channel makes of records. */
@Tag("any-jdk")
@QuarkusTest
@QuarkusTestResource(StubResource.class)
class RecordTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @Inject
    EventBus events;

    @Test
    void eachRecordStartsOneInstance() {
        begin(3, 1);
        for (int number = 0; number < 3; number++) {
            publish(1, number, "1-" + number, 50);
        }
        publish(1, 0, "1-0", 50);

        JsonPath report = end(30);
        assertThat(report.getInt("completed")).isEqualTo(3);
        assertThat(report.getInt("failed")).isZero();
        assertThat(report.getFloat("avgMs")).isPositive();
    }

    @Test
    void aRecordWithTwoInstancesHasFailed() {
        begin(2, 2);
        publish(2, 0, "2-0", 50);
        publish(2, 0, "2-again", 50);
        publish(2, 1, "2-1", 50);

        assertThat(end(30).getInt("failed")).isEqualTo(1);
    }

    @Test
    void aWrongOutputHasFailed() {
        begin(1, 3);
        publish(3, 0, "3-0", 51);

        JsonPath report = end(2);
        assertThat(report.getInt("completed")).isZero();
        assertThat(report.getInt("failed")).isEqualTo(1);
    }

    private void publish(long run, int number, String id, int price) {
        String data = "{\"order_id\":" + run
                + ",\"first_name\":\"Ada\",\"last_name\":\"Martin\",\"address\":{\"city\":\"Lyon\","
                + "\"country\":\"France\"},\"items\":[{\"quantity\":5,\"price_per_unit\":3.05},{\"quantity\":4,\"price_per_unit\":"
                + price + "}],\"number\":" + number + ",\"due_micros\":0}";
        events.publish(CloudEventBuilder.v1().withType(KafkaJson.EVENT_TYPE).withSource(URI.create("/test")).withId(id)
                .withData("application/json", data.getBytes(StandardCharsets.UTF_8)).build()).await().atMost(LIMIT);
    }

    private static void begin(int count, long run) {
        given().contentType(ContentType.JSON).body(new RecordRequest(count, run)).post("/bench/records/begin").then()
                .statusCode(204);
    }

    private static JsonPath end(int patienceSeconds) {
        return given().contentType(ContentType.JSON).body("{}").post("/bench/records/end?patienceSeconds=" + patienceSeconds)
                .then()
                .statusCode(200).extract().jsonPath();
    }
}
