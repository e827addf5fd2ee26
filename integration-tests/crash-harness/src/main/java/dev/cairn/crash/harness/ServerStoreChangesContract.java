package dev.cairn.crash.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.servers.LocalServer;
import dev.cairn.testkit.crash.CrashRunObservations;

/** Two JVMs with their instances in one server: a viewer on one of them sees the changes of the other, and its death. */
public abstract class ServerStoreChangesContract implements SharedServer {

    private static final Pattern COMPLETED = Pattern.compile("data: .*\"instance\":\"([^\"]+)\".*\"change\":\"completed\".*");
    private static final Pattern RESET = Pattern.compile("data: \\{\"reason\":\"([^\"]+)\".*");
    private static final int STARTS = 20;

    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void changesOfAnotherNodeAreShown() throws Exception {
        try (LocalServer server = serve(directory.resolve("server"));
                ClusterNodes nodes = new ClusterNodes(directory, new CrashRunObservations(),
                        List.of("-Dquarkus.cairn.cluster.failover-time=3S", setting(server.port())))) {
            nodes.start("a");
            nodes.start("b");
            nodes.awaitReady();
            try (Stream<String> stream = watch(nodes.preferred("a"))) {
                Iterator<String> lines = stream.iterator();
                assertThat(nextReset(lines)).isEqualTo("node-joined");
                Set<String> ended = new HashSet<>();
                for (int i = 0; i < STARTS; i++) {
                    start(nodes.preferred("b"));
                    start(nodes.preferred("a"));
                }
                while (ended.size() < 2 * STARTS) {
                    Matcher completed = COMPLETED.matcher(lines.next());
                    if (completed.matches()) {
                        assertThat(ended.add(completed.group(1))).as("each once").isTrue();
                    }
                }
                nodes.kill("b");
                assertThat(nextReset(lines)).isEqualTo("node-left");
                nodes.start("b");
                nodes.awaitReady();
                assertThat(nextReset(lines)).isEqualTo("node-joined");
                start(nodes.preferred("b"));
                String next = lines.next();
                while (!COMPLETED.matcher(next).matches()) {
                    next = lines.next();
                }
            }
        }
    }

    private Stream<String> watch(URI node) throws Exception {
        HttpResponse<Stream<String>> response = client.send(
                HttpRequest.newBuilder(node.resolve("/q/cairn/api/v1/changes?workflow=crash:sums")).build(),
                BodyHandlers.ofLines());
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }

    private void start(URI node) throws Exception {
        HttpResponse<String> response = client.send(HttpRequest.newBuilder(node.resolve("/sums"))
                .header("Content-Type", "application/json").POST(BodyPublishers.ofString("{}")).build(),
                BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    }

    /** Fails if an instance changes before. */
    private static String nextReset(Iterator<String> lines) {
        while (true) {
            String line = lines.next();
            assertThat(COMPLETED.matcher(line).matches()).as(line).isFalse();
            Matcher reset = RESET.matcher(line);
            if (reset.matches()) {
                return reset.group(1);
            }
        }
    }
}
