package dev.cairn.bench.stub;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class StubTest {

    private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final int AT_ONCE = 200;

    private static Stub stub;

    @BeforeAll
    static void start() {
        stub = Stub.listen(0);
    }

    @AfterAll
    static void stop() {
        stub.close();
    }

    @Test
    void answersWithTheBodyAndAnAssessment() {
        HttpResponse<String> answer = post("?delayMs=1", "{\"orderId\":\"o-1\",\"amount\":110.5}").join();

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .isEqualTo("{\"orderId\":\"o-1\",\"amount\":110.5,\"risk\":\"MEDIUM\",\"segment\":\"STANDARD\","
                        + "\"source\":\"mock-service\"}");
    }

    @Test
    void manyRequestsWaitAtOnceAndEachForItsWholeDelay() {
        long start = System.nanoTime();
        List<CompletableFuture<HttpResponse<String>>> answers = IntStream.range(0, AT_ONCE)
                .mapToObj(i -> post("?delayMs=500", "{\"i\":" + i + "}")).toList();
        answers.forEach(CompletableFuture::join);
        Duration taken = Duration.ofNanos(System.nanoTime() - start);

        assertThat(answers).allSatisfy(answer -> assertThat(answer.join().statusCode()).isEqualTo(200));
        // One after another they would take 100 seconds.
        assertThat(taken).isBetween(Duration.ofMillis(500), Duration.ofSeconds(30));
    }

    @Test
    void refusesWhatIsNoDelay() {
        assertThat(post("?delayMs=soon", "{}").join().statusCode()).isEqualTo(400);
        assertThat(post("?delayMs=60001", "{}").join().statusCode()).isEqualTo(400);
    }

    @Test
    void refusesWhatIsNoObject() {
        assertThat(post("", "nothing").join().statusCode()).isEqualTo(400);
        assertThat(post("", "[1]").join().statusCode()).isEqualTo(400);
    }

    private static CompletableFuture<HttpResponse<String>> post(String query, String body) {
        return CLIENT.sendAsync(
                HttpRequest.newBuilder(URI.create(stub.url() + query)).POST(BodyPublishers.ofString(body)).build(),
                BodyHandlers.ofString());
    }
}
