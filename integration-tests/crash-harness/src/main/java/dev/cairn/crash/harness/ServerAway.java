package dev.cairn.crash.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Answers of an application to its clients while the server of its store is away. */
final class ServerAway {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    /** The time limit of a call, what the health believes of a failure, and a machine that has much to do. */
    private static final Duration READY_AGAIN = Duration.ofSeconds(30);
    private static final long PAUSE_MILLIS = 100;
    private static final ObjectMapper MAPPER = new ObjectMapper();
    /** Together more than the heap of the application. */
    private static final int REFUSED_STARTS = 1_500;
    private static final String INPUT = "{\"padding\":\"" + "x".repeat(100_000) + "\"}";
    private static final int AT_ONCE = 50;

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI application;

    ServerAway(URI application) {
        this.application = application;
    }

    void checkThatStartsAreRefused() throws InterruptedException {
        isRefused(send(start("{}")));
    }

    /** An application that kept refused starts would be out of memory before the end. */
    void checkThatRefusedStartsTakeNoMemory() {
        for (int done = 0; done < REFUSED_STARTS; done += AT_ONCE) {
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                answers.add(client.sendAsync(start(INPUT), BodyHandlers.ofString()));
            }
            answers.forEach(answer -> isRefused(answer.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join()));
        }
    }

    void checkThatItIsNotReady() throws InterruptedException {
        awaitReadiness("DOWN", PATIENCE);
    }

    void checkThatItIsReady() throws InterruptedException {
        awaitReadiness("UP", READY_AGAIN);
    }

    private void awaitReadiness(String expected, Duration patience) throws InterruptedException {
        long lastNanos = System.nanoTime() + patience.toNanos();
        JsonNode found = readiness();
        while (!found.path("status").asText().equals(expected) && System.nanoTime() < lastNanos) {
            new CompletableFuture<Void>().completeOnTimeout(null, PAUSE_MILLIS, TimeUnit.MILLISECONDS).join();
            found = readiness();
        }
        assertThat(found.path("status").asText()).as(found.toString()).isEqualTo(expected);
    }

    private JsonNode readiness() throws InterruptedException {
        HttpResponse<String> answer = send(request("/q/health/ready").GET().build());
        try {
            for (JsonNode check : MAPPER.readTree(answer.body()).path("checks")) {
                if (check.path("name").asText().startsWith("Cairn")) {
                    return check;
                }
            }
        } catch (IOException malformed) {
            throw new UncheckedIOException(malformed);
        }
        throw new AssertionError("There is no check of Cairn in " + answer.body());
    }

    private static void isRefused(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    }

    private HttpRequest start(String input) {
        return request("/sums").header("Content-Type", "application/json").POST(BodyPublishers.ofString(input)).build();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(application.resolve(path)).timeout(PATIENCE);
    }

    private HttpResponse<String> send(HttpRequest request) throws InterruptedException {
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
