package dev.cairn.crash.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.testkit.crash.ChildJvm;

/** The packaged application of the module whose tests run. All its lives write their spans to one file. */
public final class TracedApplication {

    /** The trace that {@link #start} says it is in. */
    public static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    /** The span of {@link #TRACE} that starts instances. */
    public static final String CALLER = "b7ad6b7169203331";

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final HttpClient client = HttpClient.newHttpClient();
    private final ObjectMapper mapper = new ObjectMapper();
    private final Path directory;
    private final List<String> properties;

    /**
     * @param directory for spans and logs
     * @param properties of all lives, as {@code -D…}
     */
    public TracedApplication(Path directory, String... properties) {
        this.directory = directory;
        this.properties = List.of(properties);
    }

    /** Begins a life of it. */
    public ChildJvm live(String name, String... more) {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dquarkus.http.port=0",
                "-Dtraced.spans=" + directory.resolve("spans"), "-Dquarkus.cairn.node.name=" + name));
        command.addAll(properties);
        command.addAll(List.of(more));
        command.addAll(List.of("-jar", CrashApplication.BUILT.resolve("quarkus-run.jar").toAbsolutePath().toString()));
        return ChildJvm.start(command, directory.resolve(name + ".log"));
    }

    /** Starts an instance, in {@link #TRACE}; does not wait for its end. */
    public void start(ChildJvm life, String workflow, String input) throws IOException, InterruptedException {
        URI uri = life.awaitReady(PATIENCE).resolve("/" + workflow);
        HttpResponse<String> answer = client.send(HttpRequest.newBuilder(uri).header("Content-Type", "application/json")
                .header("Prefer", "respond-async").header("traceparent", "00-" + TRACE + "-" + CALLER + "-01")
                .POST(BodyPublishers.ofString(input)).build(), BodyHandlers.ofString());
        if (answer.statusCode() != 202) {
            throw new IllegalStateException("Not started: " + answer.statusCode() + " " + answer.body());
        }
    }

    /** The first span of any life that fits, among those that have ended and those that will. */
    public JsonNode await(Predicate<JsonNode> wanted) throws IOException, InterruptedException {
        long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
        try (WatchService watch = directory.getFileSystem().newWatchService()) {
            directory.register(watch, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
            while (System.nanoTime() < deadlineNanos) {
                Optional<JsonNode> found = spans().stream().filter(wanted).findFirst();
                if (found.isPresent()) {
                    return found.get();
                }
                WatchKey written = watch.poll(1, TimeUnit.SECONDS);
                if (written != null) {
                    written.pollEvents();
                    written.reset();
                }
            }
        }
        throw new IllegalStateException("No such span among " + spans());
    }

    /** The spans that have ended so far. */
    public List<JsonNode> spans() {
        Path file = directory.resolve("spans");
        try {
            String text = Files.exists(file) ? Files.readString(file) : "";
            List<JsonNode> spans = new ArrayList<>();
            // Behind the last line feed is a line that is being written.
            for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
                spans.add(mapper.readTree(line));
            }
            return spans;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
