package dev.cairn.crash.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.crash.harness.CrashApplication;
import dev.cairn.testkit.crash.ChildJvm;

/**
 * The application with a small heap, more instances than it holds, and a service that answers none of their calls: what is started is
 * kept, what is not is refused, and a restart with the same heap goes on. {@code -Dcairn.overload.starts} says how many are started.
 */
@Tag("crash")
@Tag("crash-file")
@Tag("any-jdk")
class OverloadIT {

    private static final int STARTS = Integer.getInteger("cairn.overload.starts", 10_000);
    private static final int CLIENTS = 40;
    /** No compression makes it smaller than three quarters. */
    private static final String TEXT = randomText(15_000);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long MAX_WAIT_MINUTES = 15;
    private static final long PAUSE_MILLIS = 200;

    private final HttpClient client = HttpClient.newHttpClient();
    private final Queue<String> acknowledged = new ConcurrentLinkedQueue<>();
    private final AtomicInteger refused = new AtomicInteger();
    private final Queue<String> unexpected = new ConcurrentLinkedQueue<>();

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    void aSilentServiceCostsRefusalsAtMost() throws Exception {
        try (SleepingService service = new SleepingService()) {
            try (ChildJvm first = start(1)) {
                URI uri = first.awaitReady(PATIENCE);
                attemptStarts(uri.resolve("/asks"), service.uri(), false);
                assertThat(unexpected).isEmpty();
                assertUp(uri);
                report("before the restart");
                first.kill();
            }
            service.forgetCalls();
            try (ChildJvm second = start(2)) {
                URI uri = second.awaitReady(PATIENCE);
                await(() -> isUp(uri));
                await(() -> service.heldCalls() > 0);
                service.wake();
                assertAllComplete(uri, service);
                report("after the restart");
            }
        }
    }

    @Test
    void clientsThatTryAgainGetAllOfThemDone() throws Exception {
        try (SleepingService service = new SleepingService(); ChildJvm life = start(1)) {
            service.wake();
            URI uri = life.awaitReady(PATIENCE);
            attemptStarts(uri.resolve("/asks"), service.uri(), true);
            assertThat(unexpected).isEmpty();
            assertThat(acknowledged).hasSize(STARTS);
            assertAllComplete(uri, service);
            report("with clients that try again");
        }
    }

    private static String randomText(int bytes) {
        byte[] random = new byte[bytes];
        new Random(1).nextBytes(random);
        return Base64.getEncoder().encodeToString(random);
    }

    /** Events find only listeners in memory. */
    @Test
    void startsAreRefusedWhileInstancesThatListenTakeUpTheMemory() throws Exception {
        URI nobody = URI.create("http://127.0.0.1:1/");
        try (ChildJvm first = start(1)) {
            URI uri = first.awaitReady(PATIENCE);
            attemptStarts(uri.resolve("/listens"), nobody, false);
            assertThat(unexpected).isEmpty();
            assertThat(acknowledged).hasSizeGreaterThan(100);
            assertThat(refused.get()).isPositive();
            assertUp(uri);
            report("with instances that listen, before the restart");
            first.kill();
        }
        try (ChildJvm second = start(2)) {
            URI uri = second.awaitReady(PATIENCE);
            await(() -> isUp(uri));
            URI instance = uri.resolve(acknowledged.peek());
            await(() -> get(instance).body().contains("\"waiting\""));
            report("with instances that listen, after the restart");
        }
    }

    private ChildJvm start(int life) {
        List<String> command = new CrashApplication(directory,
                "-Xmx128m", "-Xlog:gc:file=" + directory.resolve("gc-" + life),
                "-Dquarkus.cairn.file.path=" + directory.resolve("data"),
                "-Dquarkus.cairn.http-client.request-timeout=PT1H").command(life);
        return ChildJvm.start(command, directory.resolve("log-" + life));
    }

    private void attemptStarts(URI uri, URI service, boolean untilTaken) throws Exception {
        String body = "{\"service\":\"" + service + "\",\"text\":\"" + TEXT + "\"}";
        HttpRequest request = HttpRequest.newBuilder(uri).header("Content-Type", "application/json")
                .header("Prefer", "respond-async").timeout(PATIENCE).POST(BodyPublishers.ofString(body)).build();
        AtomicInteger left = new AtomicInteger(STARTS);
        inParallel(() -> {
            while (left.getAndDecrement() > 0 && unexpected.isEmpty()) {
                while (!attempt(request) && untilTaken && unexpected.isEmpty()) {
                    pause();
                }
            }
            return null;
        });
    }

    private boolean attempt(HttpRequest request) throws InterruptedException {
        try {
            HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
            if (answer.statusCode() == 202) {
                acknowledged.add(answer.headers().firstValue("Location").orElseThrow());
                return true;
            }
            if (answer.statusCode() == 503 && answer.headers().firstValue("Retry-After").isPresent()) {
                refused.incrementAndGet();
            } else {
                unexpected.add(answer.statusCode() + " " + answer.body());
            }
        } catch (IOException failure) {
            unexpected.add(failure.toString());
        }
        return false;
    }

    private void assertAllComplete(URI uri, SleepingService service) throws Exception {
        Queue<String> open = new ConcurrentLinkedQueue<>(acknowledged);
        Queue<String> wrong = new ConcurrentLinkedQueue<>();
        inParallel(() -> {
            for (String location = open.poll(); location != null; location = open.poll()) {
                URI instance = uri.resolve(location);
                await(() -> hasEnded(instance));
                HttpResponse<String> end = get(instance);
                if (!end.body().contains("\"completed\"")) {
                    wrong.add(end.body());
                }
            }
            return null;
        });
        assertThat(wrong).isEmpty();
        assertThat(service.answersByKey()).hasSize(acknowledged.size()).allSatisfy((key, times) -> assertThat(times).isOne());
    }

    private boolean hasEnded(URI instance) throws Exception {
        String body = get(instance).body();
        return !body.contains("\"running\"") && !body.contains("\"pending\"");
    }

    private void assertUp(URI uri) throws Exception {
        HttpResponse<String> health = get(uri.resolve("/q/health"));
        assertThat(health.statusCode()).as(health.body()).isEqualTo(200);
    }

    private boolean isUp(URI uri) throws Exception {
        return get(uri.resolve("/q/health/ready")).statusCode() == 200;
    }

    private HttpResponse<String> get(URI uri) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(uri).timeout(PATIENCE).build(), BodyHandlers.ofString());
    }

    private static void inParallel(Callable<Void> work) throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Future<Void>> all = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                all.add(clients.submit(work));
            }
            for (Future<Void> one : all) {
                one.get();
            }
        } finally {
            clients.shutdownNow();
        }
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        long deadlineNanos = System.nanoTime() + TimeUnit.MINUTES.toNanos(MAX_WAIT_MINUTES);
        while (!condition.call()) {
            assertThat(System.nanoTime()).as("patience").isLessThan(deadlineNanos);
            pause();
        }
    }

    private static void pause() {
        new CompletableFuture<Void>().completeOnTimeout(null, PAUSE_MILLIS, TimeUnit.MILLISECONDS).join();
    }

    private void report(String when) throws IOException {
        StringBuilder text = new StringBuilder(
                "Overload " + when + ": accepted " + acknowledged.size() + ", refused " + refused);
        for (int life = 1; Files.exists(directory.resolve("gc-" + life)); life++) {
            List<String> collections = Files.readAllLines(directory.resolve("gc-" + life)).stream()
                    .filter(line -> line.contains("Pause")).toList();
            text.append("; life ").append(life).append(": ").append(collections.size()).append(" collections, ")
                    .append(collections.stream().filter(line -> line.contains("Full")).count())
                    .append(" of them full, the last: ")
                    .append(collections.isEmpty() ? "none" : collections.get(collections.size() - 1));
        }
        System.out.println(text);
    }
}
