package dev.cairn.testkit.crash;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.testkit.crash.ContractViolation.Kind;

/**
 * Starts instances over HTTP and follows them to their ends, through any number of crashes: a start without an acknowledgement
 * is repeated with its idempotency key, an acknowledged one never.
 */
final class CrashLoad implements AutoCloseable {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(30);
    private static final long ASK_AGAIN_MILLIS = 100;

    private final CrashRunObservations ledger;
    private final List<Scenario> scenarios;
    private final CrashSettings settings;
    private final Random random;
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ScheduledExecutorService later = Executors.newScheduledThreadPool(1);
    private final List<CompletableFuture<Void>> slots = new ArrayList<>();

    private volatile CompletableFuture<URI> address = new CompletableFuture<>();
    private volatile boolean open = true;
    private int started;

    CrashLoad(CrashRunObservations ledger, List<Scenario> scenarios, CrashSettings settings) {
        this.ledger = ledger;
        this.scenarios = scenarios;
        this.settings = settings;
        this.random = new Random(settings.seed() + 1);
    }

    /** One start on its way to its end. */
    private record Run(String start, Scenario scenario, boolean async, CompletableFuture<CrashRunObservations.End> end) {}

    /** The application answers here now. */
    void applicationIsAt(URI uri) {
        address.complete(uri);
    }

    /** It does not answer until told otherwise. */
    void applicationIsGone() {
        // Callers that wait for an application that was killed before it answered go on waiting for the next one.
        if (address.isDone()) {
            address = new CompletableFuture<>();
        }
    }

    /** Runs each scenario once in peace; what it ends with is what it always has to end with. */
    void learnOutputs() throws InterruptedException {
        for (Scenario scenario : new LinkedHashSet<>(scenarios)) {
            Run run = new Run("calm-" + scenario.name(), scenario, false, new CompletableFuture<>());
            post(run);
            try {
                CrashRunObservations.End end = run.end().get(settings.patience().toMillis(), TimeUnit.MILLISECONDS);
                if (end == null || end.output() == null) {
                    throw new IllegalStateException(scenario.name() + " did not complete in peace: " + end);
                }
                ledger.expect(scenario, end.output());
            } catch (ExecutionException | TimeoutException failure) {
                throw new IllegalStateException(scenario.name() + " did not end in peace", failure);
            }
        }
    }

    /** Keeps a number of starts under way from now on. */
    void begin() {
        for (int i = 0; i < settings.concurrentStarts(); i++) {
            CompletableFuture<Void> done = new CompletableFuture<>();
            slots.add(done);
            next(done);
        }
    }

    /** Starts nothing more, and waits until all that was started has ended or patience has. */
    void finish() throws InterruptedException {
        open = false;
        try {
            CompletableFuture.allOf(slots.toArray(CompletableFuture[]::new))
                    .get(settings.patience().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException outOfPatience) {
            // The checker finds the starts without an end.
            System.out.println("Crash run: not all that was started has ended within " + settings.patience());
        } catch (ExecutionException failure) {
            throw new IllegalStateException(failure.getCause());
        }
    }

    @Override
    public void close() {
        later.shutdownNow();
    }

    private void next(CompletableFuture<Void> done) {
        if (!open) {
            done.complete(null);
            return;
        }
        Run run = newRun();
        run.end().whenComplete((end, failure) -> {
            if (failure == null) {
                next(done);
            } else {
                done.completeExceptionally(failure);
            }
        });
        post(run);
    }

    private synchronized Run newRun() {
        started++;
        return new Run("s-" + started, scenarios.get(random.nextInt(scenarios.size())), random.nextBoolean(),
                new CompletableFuture<>());
    }

    private void post(Run run) {
        String body = run.scenario().inputOf(run.start()).toString();
        send(run, base -> {
            HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(run.scenario().path()))
                    .header("Content-Type", "application/json")
                    .header("Idempotency-Key", run.start())
                    .POST(BodyPublishers.ofString(body));
            return run.async() ? request.header("Prefer", "respond-async") : request;
        }, answer -> started(run, answer), () -> post(run));
    }

    private void started(Run run, HttpResponse<String> answer) {
        String location = answer.headers().firstValue("Location").orElse(null);
        if (answer.statusCode() == 202 && location != null) {
            ledger.acknowledged(new CrashRunObservations.Start(run.start(), run.scenario(), location));
            look(run, location);
        } else if (answer.statusCode() == 200) {
            ledger.acknowledged(new CrashRunObservations.Start(run.start(), run.scenario(), location));
            end(run, json(answer.body()), answer.body());
        } else if (answer.statusCode() == 503) {
            again(() -> post(run));
        } else {
            unexpected(run, Kind.UNEXPECTED_ANSWER, answer);
        }
    }

    private void look(Run run, String location) {
        send(run, base -> HttpRequest.newBuilder(base.resolve(URI.create(location).getPath())).GET(), answer -> {
            JsonNode view = answer.statusCode() == 200 ? json(answer.body()) : null;
            // The store is down for a while: the status is unknown now.
            String status = answer.statusCode() == 503 ? "running" : view == null ? "" : view.path("status").asText();
            switch (status) {
                case "completed" -> end(run, view.path("output"), answer.body());
                case "faulted", "cancelled", "suspended" -> end(run, null, answer.body());
                case "pending", "running", "waiting" -> again(() -> look(run, location));
                default -> unexpected(run, answer.statusCode() == 404 ? Kind.LOST_START : Kind.UNEXPECTED_ANSWER, answer);
            }
        }, () -> look(run, location));
    }

    private void end(Run run, JsonNode output, String detail) {
        CrashRunObservations.End end = new CrashRunObservations.End(MicrosecondClock.micros(), output, detail);
        ledger.ended(run.start(), end);
        run.end().complete(end);
    }

    private void unexpected(Run run, Kind kind, HttpResponse<String> answer) {
        ledger.violated(new ContractViolation(kind, run.start(), run.scenario().name() + ": " + answer.request().method() + " "
                + answer.uri() + " was answered " + answer.statusCode() + " " + answer.body()));
        run.end().complete(null);
    }

    private void send(Run run, Function<URI, HttpRequest.Builder> request,
            Consumer<HttpResponse<String>> whenAnswered, Runnable retry) {
        address.thenCompose(base -> client.sendAsync(request.apply(base).timeout(ANSWER_WITHIN).build(),
                BodyHandlers.ofString())).whenComplete((answer, failure) -> {
                    if (failure == null) {
                        handle(run, whenAnswered, answer);
                    } else if (failure instanceof IOException || failure.getCause() instanceof IOException) {
                        // It was killed meanwhile; what became of the request is unknown.
                        again(retry);
                    } else {
                        run.end().completeExceptionally(failure);
                    }
                });
    }

    private static void handle(Run run, Consumer<HttpResponse<String>> whenAnswered, HttpResponse<String> answer) {
        try {
            whenAnswered.accept(answer);
        } catch (RuntimeException failure) {
            run.end().completeExceptionally(failure);
        }
    }

    private void again(Runnable action) {
        later.schedule(action, ASK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static JsonNode json(String body) {
        try {
            return MAPPER.readTree(body);
        } catch (IOException malformed) {
            throw new IllegalStateException("The application answered what is no JSON: " + body, malformed);
        }
    }
}
