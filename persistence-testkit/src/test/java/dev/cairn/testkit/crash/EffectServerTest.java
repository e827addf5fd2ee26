package dev.cairn.testkit.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EffectServerTest {

    /** More than the server has threads. */
    private static final int MANY = 40;

    private final CrashRunObservations ledger = new CrashRunObservations();
    private final EffectServer server = new EffectServer(ledger);
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void eachRequestIsASightingInTheLifeThatSentIt() throws Exception {
        ledger.lifeStarted(1);
        ledger.lifeStarted(2);
        ledger.lifeStarted(3);

        HttpResponse<String> answer = request("k", 0);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"done\":\"charge\"}");
        assertThat(ledger.sightings()).singleElement()
                .extracting(ObservedEffect::start, ObservedEffect::label, ObservedEffect::key, ObservedEffect::life)
                .containsExactly("s-1", "charge", "k", 2);
    }

    @Test
    void theSameKeyHasTheSameAnswer() throws Exception {
        assertThat(request("k1", 2).statusCode()).isEqualTo(503);
        assertThat(request("k2", 2).statusCode()).isEqualTo(503);
        assertThat(request("k1", 2).statusCode()).isEqualTo(503);
        assertThat(request("k3", 2).statusCode()).isEqualTo(200);
        assertThat(request("k2", 2).statusCode()).isEqualTo(503);
        assertThat(request("k3", 2).statusCode()).isEqualTo(200);
    }

    @Test
    void aCallOfAnUnknownLifeIsNoSighting() throws Exception {
        HttpRequest nobodys = HttpRequest.newBuilder(server.uri()).header("Idempotency-Key", "k")
                .POST(BodyPublishers.ofString("{}")).build();

        assertThat(client.send(nobodys, BodyHandlers.ofString()).statusCode()).isEqualTo(400);
        assertThat(ledger.sightings()).isEmpty();
    }

    @Test
    void repliesAreKeptBackUntilTheyMayBeGiven() {
        Map<ObservedEffect, CompletableFuture<Void>> replies = new ConcurrentHashMap<>();
        CompletableFuture<Void> seen = ledger.whenSeen(MANY);
        try (EffectServer patient = new EffectServer(ledger,
                sighting -> replies.computeIfAbsent(sighting, any -> new CompletableFuture<>()))) {
            List<CompletableFuture<HttpResponse<String>>> answers = IntStream.range(0, MANY)
                    .mapToObj(number -> client.sendAsync(call(patient, "k" + number, 0), BodyHandlers.ofString())).toList();
            seen.orTimeout(30, TimeUnit.SECONDS).join();

            assertThat(answers).noneMatch(CompletableFuture::isDone);
            replies.values().forEach(reply -> reply.complete(null));
            assertThat(answers).allSatisfy(answer -> assertThat(answer).succeedsWithin(Duration.ofSeconds(30))
                    .extracting(HttpResponse::statusCode).isEqualTo(200));
        }
    }

    private HttpResponse<String> request(String key, int failures) throws Exception {
        return client.send(call(server, key, failures), BodyHandlers.ofString());
    }

    private static HttpRequest call(EffectServer server, String key, int failures) {
        return HttpRequest.newBuilder(server.uri()).header("Idempotency-Key", key).header("Crash-Life", "2")
                .POST(BodyPublishers.ofString("{\"start\":\"s-1\",\"label\":\"charge\",\"failures\":" + failures + "}"))
                .build();
    }
}
