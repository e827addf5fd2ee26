package dev.cairn.crash.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.testkit.crash.ContractViolation;
import dev.cairn.testkit.crash.CrashRunObservations;
import dev.cairn.testkit.crash.Scenario;

/** Clients of a cluster: each starts an instance on some node, awaits its result on some other, and begins again. */
final class ClusterLoad implements AutoCloseable {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(4);
    private static final long PAUSE_MILLIS = 50;
    private static final long PATIENCE_SECONDS = 60;

    private final CrashRunObservations ledger;
    private final List<Scenario> scenarios;
    private final Supplier<URI> node;
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ExecutorService clients = Executors.newCachedThreadPool();
    private final List<Future<?>> all = new ArrayList<>();
    private final AtomicInteger starts = new AtomicInteger();
    private volatile boolean open = true;

    ClusterLoad(CrashRunObservations ledger, List<Scenario> scenarios, Supplier<URI> node) {
        this.ledger = ledger;
        this.scenarios = scenarios;
        this.node = node;
    }

    static long nowMicros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    /** Runs each scenario once in peace: what it ends with is what it always has to end with. */
    void learn() throws InterruptedException {
        for (Scenario scenario : scenarios.stream().distinct().toList()) {
            try {
                ledger.expect(scenario, clients.submit(() -> run("calm-" + scenario.name(), scenario)).get(PATIENCE_SECONDS,
                        TimeUnit.SECONDS));
            } catch (TimeoutException | ExecutionException failure) {
                throw new IllegalStateException("In peace " + scenario.name() + " does not end", failure);
            }
        }
    }

    /** Begins anew, or once more after {@link #finish}. */
    void begin(int howMany) {
        open = true;
        for (int i = 0; i < howMany; i++) {
            all.add(clients.submit(() -> {
                while (open) {
                    int number = starts.incrementAndGet();
                    run("s-" + number, scenarios.get(number % scenarios.size()));
                }
            }));
        }
    }

    /** Number of starts. */
    int starts() {
        return starts.get();
    }

    /** Starts nothing more. */
    void startNoMore() {
        open = false;
    }

    /** Starts nothing more and waits until all has ended. */
    void finish() throws InterruptedException {
        startNoMore();
        for (Future<?> one : all) {
            try {
                one.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            } catch (TimeoutException late) {
                // The checker finds the starts without an end.
                System.out.println("Cluster run: not all that was started has ended");
                return;
            } catch (ExecutionException failure) {
                throw new IllegalStateException(failure.getCause());
            }
        }
    }

    @Override
    public void close() {
        open = false;
        clients.shutdownNow();
    }

    private JsonNode run(String start, Scenario scenario) {
        HttpResponse<String> begun = ask(start, scenario, true);
        ledger.acknowledged(
                new CrashRunObservations.Start(start, scenario, begun.headers().firstValue("Location").orElse(null)));
        if (scenario.path().equals("/hears")) {
            for (int number = 1; number <= CrashApplication.WORDS; number++) {
                say(start, number);
            }
        }
        HttpResponse<String> ended = begun;
        while (ended.statusCode() == 202) {
            ended = ask(start, scenario, false);
        }
        JsonNode output = ended.statusCode() == 200 ? json(ended.body()) : null;
        if (output == null) {
            ledger.violated(new ContractViolation(ContractViolation.Kind.UNEXPECTED_ANSWER, start,
                    ended.statusCode() + " " + ended.body()));
        }
        ledger.ended(start, new CrashRunObservations.End(nowMicros(), output, ended.body()));
        return output;
    }

    private HttpResponse<String> ask(String start, Scenario scenario, boolean atOnce) {
        return post(scenario.path(), scenario.input().deepCopy().put("start", start),
                Map.of("Idempotency-Key", start, "Prefer", atOnce ? "respond-async" : "wait=2"), status -> status != 503);
    }

    /** Has nodes publish an event, until one says that it was taken. */
    private void say(String start, int number) {
        post("/words", MAPPER.createObjectNode().put("start", start).put("number", number), Map.of(), status -> status == 204);
    }

    /** Asks nodes until one gives an answer of a status that ends it. */
    private HttpResponse<String> post(String path, JsonNode body, Map<String, String> headers, IntPredicate ends) {
        while (true) {
            try {
                HttpRequest.Builder request = HttpRequest.newBuilder(node.get().resolve(path)).timeout(ANSWER_WITHIN)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body.toString()));
                headers.forEach(request::header);
                HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
                if (ends.test(answer.statusCode())) {
                    return answer;
                }
            } catch (IOException gone) {
                // The outcome of the request is unknown: the same is sent again, to some node.
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted in the midst of " + body, interrupted);
            }
            new CompletableFuture<Void>().completeOnTimeout(null, PAUSE_MILLIS, TimeUnit.MILLISECONDS).join();
        }
    }

    private static JsonNode json(String body) {
        try {
            return MAPPER.readTree(body);
        } catch (IOException malformed) {
            throw new UncheckedIOException(malformed);
        }
    }
}
