package dev.cairn.testkit.crash;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * Runs an application, kills it at random moments while starts come in, and goes on with the same data until all kills are done;
 * then lets all that was started end. Or leaves it alive, and torments what it depends on.
 */
public final class CrashRun {

    /** One kill in this number comes before the application is ready: while it recovers. */
    private static final int EARLY_KILL_ONE_IN = 4;
    private static final int EARLY_KILL_WITHIN_MILLIS = 2_000;
    /** Other kills come a moment after an effect, so that they hit the work between two effects. */
    private static final int LATE_KILL_WITHIN_MILLIS = 30;

    private final CrashSettings settings;
    private final CrashRunObservations ledger;
    private final IntFunction<List<String>> command;
    private final Path log;
    private final Random random;
    private final CrashLoad load;

    /**
     * @param settings the settings
     * @param ledger receives all observations
     * @param scenarios the scenarios to start, each time chosen by the seed. A scenario that is listed several times is started
     *        as many times as often
     * @param command gives the command that starts a life of the application from the number of that life. It has to use the same
     *        data in each, listen on a port of its choice and log where, as Quarkus does
     * @param log file of the application's output
     */
    public CrashRun(CrashSettings settings, CrashRunObservations ledger, List<Scenario> scenarios,
            IntFunction<List<String>> command,
            Path log) {
        this.settings = settings;
        this.ledger = ledger;
        this.command = command;
        this.log = log;
        this.random = new Random(settings.seed());
        this.load = new CrashLoad(ledger, scenarios, settings);
    }

    /** Does all of it; blocks until the end. The ledger then holds what {@link CrashChecker} needs, but for audit files. */
    public void run() throws InterruptedException {
        try (load; CpuStarvationMonitor measured = new CpuStarvationMonitor(ledger)) {
            liveInPeace();
            load.begin();
            for (int kill = 1; kill <= settings.kills(); kill++) {
                liveAndDie();
            }
            try (ChildJvm last = startLife()) {
                load.applicationIsAt(awaitReady(last));
                load.finish();
            }
        }
    }

    /**
     * Runs without a kill: after the undisturbed life there is a single one, with an outage for each kill of the settings.
     * Blocks until the end.
     *
     * @param outage does something to the server that the application's store needs, and makes it good again
     */
    public void run(Outage outage) throws InterruptedException {
        try (load; CpuStarvationMonitor measured = new CpuStarvationMonitor(ledger)) {
            liveInPeace();
            try (ChildJvm only = startLife()) {
                URI application = awaitReady(only);
                load.applicationIsAt(application);
                load.begin();
                for (int number = 1; number <= settings.kills(); number++) {
                    beBusy();
                    survive(only, random.nextInt(LATE_KILL_WITHIN_MILLIS));
                    long fromMicros = MicrosecondClock.micros();
                    outage.happen(number, application);
                    ledger.lacked(new CrashRunObservations.Outage(fromMicros, MicrosecondClock.micros()));
                }
                load.finish();
            }
        }
    }

    /** Something happens to a server that an application depends on. */
    @FunctionalInterface
    public interface Outage {

        /**
         * Causes the outage, and ends it.
         *
         * @param number from 1
         * @param application address at which the application can be asked
         */
        void happen(int number, URI application) throws InterruptedException;
    }

    /** Waits until the application has had some effects. */
    private void beBusy() {
        CompletableFuture<Void> enough = ledger.whenSeen(random.nextInt(settings.maxEffects()));
        enough.completeOnTimeout(null, settings.maxUptime().toMillis(), TimeUnit.MILLISECONDS).join();
    }

    /** The life in which each scenario shows what it ends with; it ends with a kill as well. */
    private void liveInPeace() throws InterruptedException {
        try (ChildJvm first = startLife()) {
            load.applicationIsAt(awaitReady(first));
            load.learnOutputs();
            kill(first);
        } finally {
            load.applicationIsGone();
        }
    }

    private void liveAndDie() throws InterruptedException {
        try (ChildJvm life = startLife()) {
            if (random.nextInt(EARLY_KILL_ONE_IN) == 0) {
                survive(life, random.nextInt(EARLY_KILL_WITHIN_MILLIS));
            } else {
                CompletableFuture<Void> enough = ledger.whenSeen(random.nextInt(settings.maxEffects()));
                load.applicationIsAt(awaitReady(life));
                enough.completeOnTimeout(null, settings.maxUptime().toMillis(), TimeUnit.MILLISECONDS).join();
                survive(life, random.nextInt(LATE_KILL_WITHIN_MILLIS));
            }
            kill(life);
        } finally {
            load.applicationIsGone();
        }
    }

    private ChildJvm startLife() {
        int life = ledger.lifeStarted(MicrosecondClock.micros());
        return ChildJvm.start(command.apply(life), log);
    }

    private URI awaitReady(ChildJvm life) throws InterruptedException {
        URI uri = life.awaitReady(settings.patience());
        ledger.lifeReady(MicrosecondClock.micros());
        return uri;
    }

    /** Kills the life that began last. */
    private void kill(ChildJvm life) {
        long fromMicros = MicrosecondClock.micros();
        life.kill();
        ledger.disturbed(new CrashRunObservations.Disturbance(ledger.lives().size(), fromMicros, MicrosecondClock.micros()));
    }

    private void survive(ChildJvm life, int millis) throws InterruptedException {
        if (life.awaitEnd(Duration.ofMillis(millis))) {
            throw new IllegalStateException("The application ended by itself" + life.lastWords());
        }
    }
}
