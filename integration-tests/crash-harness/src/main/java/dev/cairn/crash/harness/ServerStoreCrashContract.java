package dev.cairn.crash.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.servers.FaultyProxy;
import dev.cairn.servers.LocalServer;
import dev.cairn.testkit.crash.ContractViolation;
import dev.cairn.testkit.crash.CrashRunObservations;
import dev.cairn.testkit.crash.CrashSettings;

/**
 * An application with its instances in a server keeps its word when it is killed with SIGKILL, five times or as often as
 * {@code -Dcrash.kills} says; and when the network loses and delays replies and the server is killed every few seconds, twelve times,
 * which takes about a minute, or as often as {@code -Dcrash.outages} says. The last of these times the server is stopped, and stays
 * away until the application has shown what it makes of that.
 */
public abstract class ServerStoreCrashContract {

    private static final int PATIENCE_SECONDS = 60;
    /** Before each failure of the server. */
    private static final int LOST_REPLIES = 4;
    private static final long DELAY_MILLIS = 1_500;

    private final CrashRunObservations ledger = new CrashRunObservations();

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;
    private LocalServer server;

    /** Starts a server whose acknowledged writes survive its SIGKILL. */
    protected abstract LocalServer serve(Path directory);

    /** The setting, as {@code -D…}, that makes the application use a server on this port of loopback. */
    protected abstract String setting(int port);

    /** Tells whether a request, of which the first bytes are given as Latin-1, is a commit, on a connection that is new. */
    protected abstract Predicate<String> commit();

    /** Fails unless the store counts the instances that it has. The application has been killed for the last time. */
    protected abstract void checkCounts(int port);

    /** Directory of the application that Quarkus built. */
    protected Path built() {
        return CrashApplication.BUILT;
    }

    @BeforeEach
    final void startServer() {
        server = serve(directory.resolve("server"));
    }

    @AfterEach
    final void stopServer() {
        server.close();
    }

    /** Number of kills of the server, unless {@code -Dcrash.outages} sets it; 12 take about a minute. */
    protected int outages() {
        return 12;
    }

    @Test
    void theApplicationIsKilled() throws InterruptedException {
        CrashSettings settings = CrashSettings.ofSystemProperties(5);

        assertKept(new CrashApplication(built(), directory, setting(server.port())).underKills(settings, ledger),
                3 * settings.kills());
    }

    /** One run for all, since each run begins with a life in peace and ends with naps. */
    @Test
    void theServerAndTheNetworkFail() throws InterruptedException {
        CrashSettings settings = CrashSettings.ofOutages(outages());

        try (FaultyProxy proxy = FaultyProxy.to(server.port())) {
            CrashApplication small = new CrashApplication(built(), directory, setting(proxy.port()), "-Xmx128m",
                    "-XX:+ExitOnOutOfMemoryError");
            assertKept(small.underOutages(settings, ledger, (number, application) -> {
                loseReplies(proxy);
                loseRepliesToCommits(proxy);
                delayReplies(proxy);
                if (number < settings.kills()) {
                    server.killAndStart();
                } else {
                    beAway(application);
                }
            }), 3 * settings.kills());
        }
    }

    /** The lost reply belongs to another request each time. */
    private static void loseReplies(FaultyProxy proxy) throws InterruptedException {
        for (int nth = 1; nth <= LOST_REPLIES; nth++) {
            await(proxy.loseReply(request -> true, nth));
        }
    }

    /** The server has then executed the commit, and the application does not know it. */
    private void loseRepliesToCommits(FaultyProxy proxy) throws InterruptedException {
        for (int nth = 1; nth <= LOST_REPLIES; nth++) {
            // A connection does not send a statement again that it has prepared.
            proxy.cut();
            await(proxy.loseReply(commit(), nth));
        }
    }

    private static void await(CompletableFuture<Void> lost) throws InterruptedException {
        try {
            lost.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("There was no request whose reply could be lost", e);
        }
    }

    /** They come all the same, after more than a heartbeat. */
    private static void delayReplies(FaultyProxy proxy) {
        proxy.silence();
        new CompletableFuture<Void>().completeOnTimeout(null, DELAY_MILLIS, TimeUnit.MILLISECONDS).join();
        proxy.serve();
    }

    private void beAway(URI application) throws InterruptedException {
        ServerAway away = new ServerAway(application);
        server.stop();
        away.checkThatStartsAreRefused();
        away.checkThatItIsNotReady();
        away.checkThatRefusedStartsTakeNoMemory();
        server.start();
        away.checkThatItIsReady();
    }

    private void assertKept(List<ContractViolation> violations, int leastStarts) {
        assertThat(violations).isEmpty();
        checkCounts(server.port());
        assertThat(ledger.starts().size()).as("enough was going on").isGreaterThan(leastStarts);
    }
}
