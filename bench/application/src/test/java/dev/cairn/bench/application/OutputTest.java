package dev.cairn.bench.application;

import static dev.cairn.bench.application.Requests.post;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;

@Tag("any-jdk")
@QuarkusTest
@QuarkusTestResource(StubResource.class)
class OutputTest {

    @ParameterizedTest
    @CsvSource({ "1000, 10", "1000, 30", "1000, 100", "1000, 300", "10000, 100", "10000, 300", "0, 5", "3, 0" })
    void processingCountsWhatItMade(int items, int iterations) {
        Map<String, Object> answer = post("/bench/json", "{\"items\":" + items + ",\"iterations\":" + iterations + "}")
                .extract()
                .as(Answers.OBJECT);

        assertThat(answer).containsExactlyInAnyOrderEntriesOf(Map.of("itemsCount", items, "iterations", iterations,
                "mutationsPerItem", items == 0 ? 0 : iterations, "totalMutationEntries", items * iterations, "status",
                "COMPLETED"));
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void handlingAnswersWithTheWholeOutput(int sizeKb) throws IOException {
        byte[] answer = post("/bench/taskoutput-persistence", request(sizeKb)).extract().asByteArray();

        assertThat(answer.length / 1024).isBetween(sizeKb * 9 / 10, sizeKb * 11 / 10);
        JsonNode whole = new ObjectMapper().readTree(answer);
        assertThat(whole.path("status").asText()).isEqualTo("COMPLETED");
        assertThat(whole.path("taskOutputSizeKb").asInt()).isEqualTo(sizeKb);
        JsonNode output = whole.path("taskOutput");
        assertThat(output.path("targetSizeKb").asInt()).isEqualTo(sizeKb);
        assertThat(output.path("itemsCount").asInt()).isEqualTo(sizeKb * 4).isEqualTo(output.path("items").size());
        JsonNode last = output.path("items").get(sizeKb * 4 - 1);
        assertThat(last.path("name").asText()).isEqualTo("item-" + last.path("id").asInt());
        assertThat(last.path("description").asText()).hasSize(180);
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void handlingLeavesTheLargePartOutIfAskedTo(int sizeKb) {
        Map<String, Object> answer = post("/bench/taskoutput-persistence?answer=status", request(sizeKb)).extract()
                .as(Answers.OBJECT);

        assertThat(answer).isEqualTo(Map.of("taskOutputSizeKb", sizeKb, "status", "COMPLETED"));
    }

    @Test
    void handlingRefusesOtherSizes() {
        given().contentType(ContentType.JSON).body(request(7)).post("/bench/taskoutput-persistence").then().statusCode(400);
    }

    static List<Integer> sizes() {
        return PrebuiltOutputs.SIZES_KB;
    }

    private static String request(int sizeKb) {
        return "{\"prebuiltSizeKb\":" + sizeKb + "}";
    }
}
