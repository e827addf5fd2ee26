package dev.cairn.crash.harness;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.testkit.crash.ChildJvm;
import dev.cairn.testkit.crash.CrashSettings;

/**
 * The packaged application of the module whose tests run, on the file store, with one instance of a workflow. It lives several times:
 * each life starts the instance with the same idempotency key, so that it goes on with the instance of the first life.
 */
public final class KilledApplication {

    /** Limit for the start of a life, for a call to arrive and for the end of the instance. */
    public static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int OK = 200;
    private static final int ACCEPTED = 202;

    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Path directory;
    private final String path;
    private final String input;
    private final Map<String, String> settings;

    /**
     * An application that has not lived yet.
     *
     * @param directory for its store and its log
     * @param path of the HTTP trigger that starts the instance
     * @param input of the instance
     * @param settings configuration of all lives
     */
    public KilledApplication(Path directory, String path, Map<String, ?> input, Map<String, String> settings) {
        this.directory = directory;
        this.path = path;
        this.input = text(input);
        this.settings = Map.copyOf(settings);
    }

    /** Begins a life. The instance is durable when this returns. */
    public ChildJvm live() throws IOException, InterruptedException {
        ChildJvm life = ChildJvm.start(command(), directory.resolve("log"));
        boolean started = false;
        try {
            post(life, path, input, "respond-async");
            started = true;
            return life;
        } finally {
            if (!started) {
                life.kill();
            }
        }
    }

    /** Lives until a server has a call that it leaves unanswered, and is killed with SIGKILL then. */
    public void killDuring(Future<?> call) throws Exception {
        try (ChildJvm life = live()) {
            call.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            life.kill();
        }
    }

    /** Is killed as often as the settings say, each time during one of the next calls of a server, as their seed says. */
    public void killDuring(HeldCalls<?> calls, CrashSettings settings, int callsEachLife) throws Exception {
        Random random = new Random(settings.seed());
        for (int kill = 0; kill < settings.kills(); kill++) {
            killDuring(calls.holdAfter(random.nextInt(callsEachLife)));
        }
    }

    /** Lives until the instance has ended, and gives its output. */
    public JsonNode finish() throws IOException, InterruptedException {
        try (ChildJvm life = live()) {
            return output(life, PATIENCE);
        }
    }

    /** Waits until the instance has ended, and gives its output. */
    public JsonNode output(ChildJvm life, Duration patience) throws IOException, InterruptedException {
        long deadlineNanos = System.nanoTime() + patience.toNanos();
        HttpResponse<String> answer;
        do {
            answer = post(life, path, input, "wait=10");
        } while (answer.statusCode() == ACCEPTED && System.nanoTime() < deadlineNanos);
        if (answer.statusCode() != OK) {
            throw new IllegalStateException("The instance has not ended within " + patience + life.lastWords());
        }
        return MAPPER.readTree(answer.body());
    }

    /** Starts an instance of another workflow, once in all lives, and waits for its end. */
    public void post(ChildJvm life, String otherPath, Map<String, ?> body) throws IOException, InterruptedException {
        post(life, otherPath, text(body), "wait=10");
    }

    private HttpResponse<String> post(ChildJvm life, String to, String body, String prefer)
            throws IOException, InterruptedException {
        URI uri = life.awaitReady(PATIENCE).resolve(to);
        HttpResponse<String> answer = client.send(HttpRequest.newBuilder(uri).header("Content-Type", "application/json")
                .header("Idempotency-Key", "crash").header("Prefer", prefer).timeout(PATIENCE)
                .POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
        if (answer.statusCode() != OK && answer.statusCode() != ACCEPTED) {
            throw new IllegalStateException(uri + ": " + answer.statusCode() + " " + answer.body() + life.lastWords());
        }
        return answer;
    }

    private List<String> command() {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError", "-Dquarkus.http.port=0",
                "-Dquarkus.cairn.node.name=killed", "-Dquarkus.cairn.file.path=" + store()));
        settings.forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.addAll(List.of("-jar", CrashApplication.BUILT.resolve("quarkus-run.jar").toAbsolutePath().toString()));
        return command;
    }

    /** Directory of the store. */
    public Path store() {
        return directory.resolve("data");
    }

    private static String text(Map<String, ?> json) {
        try {
            return MAPPER.writeValueAsString(json);
        } catch (JsonProcessingException failure) {
            throw new IllegalArgumentException(failure);
        }
    }
}
