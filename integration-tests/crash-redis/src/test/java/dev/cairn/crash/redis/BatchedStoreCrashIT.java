package dev.cairn.crash.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.crash.harness.CrashApplication;
import dev.cairn.servers.LocalServer;
import dev.cairn.servers.RedisServer;
import dev.cairn.testkit.crash.CrashRunObservations;
import dev.cairn.testkit.crash.CrashSettings;

/**
 * With {@code quarkus.cairn.redis.durability=batched} an answer means that the server has it, so that a crash of its machine may lose the
 * last seconds, and a crash of the application nothing.
 */
@Tag("crash")
@Tag("crash-redis")
@Tag("any-jdk")
class BatchedStoreCrashIT {

    private final CrashRunObservations ledger = new CrashRunObservations();

    @Test
    void theApplicationIsKilled(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path directory) throws InterruptedException {
        CrashSettings settings = CrashSettings.ofSystemProperties(5);
        try (LocalServer server = new RedisServer(directory.resolve("server"), "appendonly yes", "appendfsync everysec")) {
            CrashApplication application = new CrashApplication(directory,
                    "-Dquarkus.redis.hosts=redis://127.0.0.1:" + server.port(), "-Dquarkus.cairn.redis.durability=batched");

            assertThat(application.underKills(settings, ledger)).isEmpty();
            assertThat(ledger.starts().size()).as("enough was going on").isGreaterThan(3 * settings.kills());
        }
    }
}
