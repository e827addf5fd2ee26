package dev.cairn.crash.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.crash.harness.CrashApplication;
import dev.cairn.servers.KeyValueServer;
import dev.cairn.testkit.crash.CrashLedger;
import dev.cairn.testkit.crash.CrashSettings;
import dev.cairn.testkit.crash.Violation;

/**
 * The application with its instances in a server: now the application is killed with SIGKILL, five times or as often as
 * {@code -Dcrash.kills} says; now the server is, three times or as often as {@code -Dcrash.outages} says.
 */
abstract class KeyValueStoreCrash {

    private final CrashLedger ledger = new CrashLedger();

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;
    private KeyValueServer server;

    /** A server whose acknowledged writes survive its SIGKILL, whatever the machine does. */
    abstract KeyValueServer serve(Path directory);

    @BeforeEach
    final void startServer() {
        server = serve(directory.resolve("server"));
    }

    @AfterEach
    final void stopServer() {
        server.close();
    }

    @Test
    void theApplicationKeepsItsWordWhenItIsKilled() throws Exception {
        CrashSettings settings = CrashSettings.ofSystemProperties(5);

        List<Violation> violations = application().underKills(settings, ledger);

        assertThat(violations).isEmpty();
        assertThat(ledger.starts().size()).as("enough was going on").isGreaterThan(5 * settings.kills());
    }

    @Test
    void theApplicationKeepsItsWordWhenTheServerIsKilled() throws Exception {
        CrashSettings settings = CrashSettings.ofOutages(3);

        List<Violation> violations = application().underOutages(settings, ledger, number -> server.killAndStart());

        assertThat(violations).isEmpty();
        assertThat(ledger.starts().size()).as("enough was going on").isGreaterThan(5 * settings.kills());
    }

    private CrashApplication application() {
        return new CrashApplication(directory, "-Dquarkus.redis.hosts=" + server.url());
    }
}
