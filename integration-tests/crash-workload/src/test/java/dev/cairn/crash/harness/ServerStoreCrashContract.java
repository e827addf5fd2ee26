package dev.cairn.crash.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.servers.FaultyProxy;
import dev.cairn.servers.LocalServer;
import dev.cairn.testkit.crash.CrashLedger;
import dev.cairn.testkit.crash.CrashRun;
import dev.cairn.testkit.crash.CrashSettings;
import dev.cairn.testkit.crash.Violation;

/**
 * An application with its instances in a server keeps its word when it is killed with SIGKILL (five times, or as often as
 * {@code -Dcrash.kills} says), when the server is, and when the network loses replies (as often as {@code -Dcrash.outages} says).
 */
public abstract class ServerStoreCrashContract {

    private static final int PATIENCE_SECONDS = 60;

    private final CrashLedger ledger = new CrashLedger();

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;
    private LocalServer server;

    /** Starts a server whose acknowledged writes survive its SIGKILL. */
    protected abstract LocalServer serve(Path directory);

    /** The setting, as {@code -D…}, that makes the application use a server on this port of loopback. */
    protected abstract String setting(int port);

    @BeforeEach
    final void startServer() {
        server = serve(directory.resolve("server"));
    }

    @AfterEach
    final void stopServer() {
        server.close();
    }

    @Test
    void theApplicationIsKilled() throws InterruptedException {
        CrashSettings settings = CrashSettings.ofSystemProperties(5);

        assertKept(application(server.port()).underKills(settings, ledger), 5 * settings.kills());
    }

    @Test
    void theServerIsKilled() throws InterruptedException {
        CrashSettings settings = CrashSettings.ofOutages(3);

        assertKept(underOutages(server.port(), settings, number -> server.killAndStart()), 5 * settings.kills());
    }

    @Test
    void repliesAreLostAfterTheServerHasDoneWhatItWasAsked() throws InterruptedException {
        CrashSettings settings = CrashSettings.ofOutages(12);

        try (FaultyProxy proxy = FaultyProxy.to(server.port())) {
            assertKept(underOutages(proxy.port(), settings, number -> lose(proxy, number)), 2 * settings.kills());
        }
    }

    private List<Violation> underOutages(int port, CrashSettings settings, CrashRun.Outage outage) throws InterruptedException {
        return application(port).underOutages(settings, ledger, outage);
    }

    private CrashApplication application(int port) {
        return new CrashApplication(directory, setting(port));
    }

    /** Writes are most of what a busy application asks for; which request it is differs each time. */
    private static void lose(FaultyProxy proxy, int number) throws InterruptedException {
        try {
            proxy.loseReply(request -> true, 1 + number % 5).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("There was no request whose reply could be lost", e);
        }
    }

    private void assertKept(List<Violation> violations, int leastStarts) {
        assertThat(violations).isEmpty();
        assertThat(ledger.starts().size()).as("enough was going on").isGreaterThan(leastStarts);
    }
}
