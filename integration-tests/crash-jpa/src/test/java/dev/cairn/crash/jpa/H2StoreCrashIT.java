package dev.cairn.crash.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.crash.harness.CrashApplication;
import dev.cairn.testkit.crash.CrashRunObservations;
import dev.cairn.testkit.crash.CrashSettings;

/**
 * The application with its instances in a file of H2, killed with SIGKILL at random moments: five times, or as often as
 * {@code -Dcrash.kills} says. The database is in the same process and dies as well, so it must not delay what it writes.
 */
@Tag("crash")
@Tag("crash-jpa")
@Tag("any-jdk")
class H2StoreCrashIT {

    private final CrashRunObservations ledger = new CrashRunObservations();

    @Test
    void theApplicationIsKilled(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path directory) throws InterruptedException {
        CrashSettings settings = CrashSettings.ofSystemProperties(5);
        CrashApplication application = new CrashApplication(Path.of("target", "h2"), directory,
                "-Dquarkus.datasource.jdbc.url=jdbc:h2:file:" + directory.resolve("data") + ";WRITE_DELAY=0");

        assertThat(application.underKills(settings, ledger)).isEmpty();
        assertThat(ledger.starts().size()).as("enough was going on").isGreaterThan(3 * settings.kills());
    }
}
