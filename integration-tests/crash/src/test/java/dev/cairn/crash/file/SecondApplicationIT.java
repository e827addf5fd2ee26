package dev.cairn.crash.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.crash.harness.CrashApplication;
import dev.cairn.testkit.crash.ChildJvm;

/** Two applications on one data directory: the second says so and stops, and the first does not notice. */
@Tag("crash")
@Tag("crash-file")
@Tag("any-jdk")
class SecondApplicationIT {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    void theSecondSaysSoAndStops() throws Exception {
        CrashApplication application = new CrashApplication(directory,
                "-Dquarkus.cairn.file.path=" + directory.resolve("data"));
        try (ChildJvm first = ChildJvm.start(application.command(1), directory.resolve("first.log"))) {
            URI uri = first.awaitReady(PATIENCE);
            assertThat(start(uri)).isEqualTo(200);

            Path said = directory.resolve("second.log");
            try (ChildJvm second = ChildJvm.start(application.command(2), said)) {
                assertThat(second.awaitEnd(PATIENCE)).isTrue();
                assertThat(second.ready()).isCompletedExceptionally();
                assertThat(second.exitCode()).isNotZero();
                assertThat(said).content().contains("CAIRN-0502", directory.resolve("data").toString(),
                        "stop the other one or set another quarkus.cairn.file.path");
            }
            assertThat(start(uri)).isEqualTo(200);
        }
        try (ChildJvm later = ChildJvm.start(application.command(3), directory.resolve("later.log"))) {
            assertThat(start(later.awaitReady(PATIENCE))).isEqualTo(200);
        }
    }

    /** Runs a workflow of pure tasks and gives the status. */
    private int start(URI uri) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(HttpRequest.newBuilder(uri.resolve("/sums"))
                .header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString("{}")).build(),
                BodyHandlers.ofString());
        return answer.statusCode();
    }
}
