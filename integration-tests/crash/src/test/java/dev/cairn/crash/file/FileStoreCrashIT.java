package dev.cairn.crash.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.crash.harness.CrashApplication;
import dev.cairn.testkit.crash.ContractViolation;
import dev.cairn.testkit.crash.CrashRunObservations;
import dev.cairn.testkit.crash.CrashSettings;

/**
 * The application with the file store, killed with SIGKILL at random moments: three times, or as often as {@code -Dcrash.kills} says.
 */
@Tag("crash")
@Tag("smoke")
@Tag("crash-file")
@Tag("any-jdk")
class FileStoreCrashIT {

    private final CrashRunObservations ledger = new CrashRunObservations();

    @Test
    void theApplicationKeepsItsWord(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path directory) throws Exception {
        CrashSettings settings = CrashSettings.ofSystemProperties(3);

        List<ContractViolation> violations = new CrashApplication(directory,
                "-Dquarkus.cairn.file.path=" + directory.resolve("data")).underKills(settings, ledger);

        assertThat(violations).isEmpty();
        assertThat(ledger.starts().size()).as("enough was going on").isGreaterThan(5 * settings.kills());
    }

    @Test
    void whatWaitsBeyondALimitWaitsThroughKillsAndBegins(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path directory)
            throws Exception {
        CrashSettings usual = CrashSettings.ofSystemProperties(3);
        CrashSettings settings = new CrashSettings(usual.seed(), usual.kills(), usual.maxEffects(), usual.maxUptime(), 52,
                usual.patience());

        List<ContractViolation> violations = new CrashApplication(directory,
                "-Dquarkus.cairn.file.path=" + directory.resolve("data")).underKillsWhileManyWait(settings, ledger);

        assertThat(violations).isEmpty();
        assertThat(ledger.starts().size()).as("many waited").isGreaterThanOrEqualTo(52);
    }
}
