package dev.cairn.crash.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.servers.LocalServer;
import dev.cairn.testkit.crash.AuditFile;
import dev.cairn.testkit.crash.CrashChecker;
import dev.cairn.testkit.crash.CrashLedger;
import dev.cairn.testkit.crash.EffectServer;
import dev.cairn.testkit.crash.Scenario;
import dev.cairn.testkit.crash.Sighting;
import dev.cairn.testkit.crash.Stalls;
import dev.cairn.testkit.crash.Violation;

/**
 * Three JVMs with their instances in one server, the clock of one an hour ahead, under load: one is killed, one sleeps past its lease,
 * and then they are restarted one after another. {@code -Dcluster.rounds} says how often (default once). And two with the settings as
 * they come, one of which is killed: the other goes on within the failover time and a margin for a machine that has other work. What was
 * measured of its stalls meanwhile is added to margins.
 */
public abstract class ServerStoreClusterContract {

    private static final long FAILOVER_MILLIS = 3_000;
    private static final long DEFAULT_FAILOVER_MICROS = 10_000_000;
    /** Added to it: the machine has other work. Twice the failover time would not fit. */
    private static final long MARGIN_MICROS = 3_000_000;
    /** Over within the failover time; long enough that most have not ended when the last one has begun. */
    private static final long NAP_SECONDS = 9;
    private static final int CLIENTS = 12;
    private static final int LIFE_OF_A = 1;
    private static final long PATIENCE_SECONDS = 60;
    private static final String HOUR_AHEAD = "-Dcrash.clock-error=PT1H";
    /** What a node had begun when it was stopped reaches the world when it goes on. */
    private static final long LATE_MICROS = 2_000_000;
    /** When the machine stands still for so long, nodes that live may count as dead. */
    private static final long LONG_STALL_MICROS = FAILOVER_MILLIS * 1_000 / 2;

    private final CrashLedger ledger = new CrashLedger();
    /** When nodes that had been stopped went on. */
    private final List<Long> wakings = new ArrayList<>();

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    /** Starts the server that the nodes share. */
    protected abstract LocalServer serve(Path directory);

    /** The setting, as {@code -D…}, that makes the application use a server on this port of loopback. */
    protected abstract String setting(int port);

    @Test
    void nodesComeAndGo() throws InterruptedException {
        try (Stalls measured = new Stalls(ledger);
                LocalServer server = serve(directory.resolve("server"));
                EffectServer effects = new EffectServer(ledger);
                ClusterNodes nodes = new ClusterNodes(directory, ledger,
                        List.of("-Dquarkus.cairn.cluster.failover-time=" + FAILOVER_MILLIS + "MS",
                                "-Dquarkus.cairn.memory-wait=1S",
                                setting(server.port())));
                ClusterLoad load = new ClusterLoad(ledger, scenarios(effects.uri()), nodes::any)) {
            startAll(nodes);
            load.learn();
            load.begin(CLIENTS);
            for (int round = 0; round < Integer.getInteger("cluster.rounds", 1); round++) {
                disturb(nodes, load);
            }
            load.finish();
            System.out.println("Cluster run: " + load.starts() + " starts, " + ledger);
        }
        AuditFile.read(directory.resolve("audit"), ledger);
        longStallsDisturbAllLives();
        Set<String> late = startsOfLateRepetitions();
        assertThat(CrashChecker.check(ledger)).filteredOn(violation -> !isExplained(violation, late)).isEmpty();
        assertThat(late).as("calls that had begun when a node was stopped").hasSizeLessThanOrEqualTo(CLIENTS);
        assertThat(ledger.starts()).hasSizeGreaterThan(10 * CLIENTS);
    }

    /** What waits is due by then, and what was about to wait calls once more. */
    @Test
    void anotherNodeGoesOnWithinTheUsualFailoverTimeAndAMargin() throws InterruptedException {
        long killedMicros;
        try (Stalls measured = new Stalls(ledger);
                LocalServer server = serve(directory.resolve("server"));
                EffectServer effects = new EffectServer(ledger);
                ClusterNodes nodes = new ClusterNodes(directory, ledger, List.of(setting(server.port())));
                ClusterLoad load = new ClusterLoad(ledger, List.of(CrashApplication.naps(effects.uri(), NAP_SECONDS)),
                        () -> nodes.preferred("a"))) {
            nodes.start("a");
            nodes.start("b");
            nodes.awaitReady();
            load.begin(CLIENTS);
            awaitStartsSeen(CLIENTS);
            killedMicros = ClusterLoad.nowMicros();
            nodes.kill("a");
            load.finish();
        }
        AuditFile.read(directory.resolve("audit"), ledger);
        System.out.println("Cluster run: " + ledger);
        assertThat(ledger.violations()).isEmpty();
        Set<String> napping = startsSeen(seen -> seen.life() == LIFE_OF_A);
        napping.removeAll(
                startsSeen(seen -> seen.label().equals(CrashApplication.AFTER_NAP) && seen.life() == LIFE_OF_A));
        Set<String> wentOn = startsSeen(seen -> seen.life() != LIFE_OF_A && isWithinFailover(killedMicros, seen.atMicros()));
        assertThat(napping).as("what the node ran when it was killed").isNotEmpty();
        assertThat(wentOn).as("what went on within the failover time of 10 s and a margin of 3 s and stalls")
                .containsAll(napping);
    }

    private boolean isWithinFailover(long killedMicros, long atMicros) {
        return atMicros > killedMicros && atMicros < killedMicros + DEFAULT_FAILOVER_MICROS + MARGIN_MICROS
                + ledger.stalledMicros(killedMicros, atMicros);
    }

    private void longStallsDisturbAllLives() {
        ledger.stalls().stream().filter(stall -> stall.micros() > LONG_STALL_MICROS)
                .forEach(stall -> ledger.lives().forEach(life -> ledger.disturbed(
                        new CrashLedger.Disturbance(life.number(), stall.fromMicros(), stall.untilMicros()))));
    }

    private void awaitStartsSeen(int count) {
        // Asked for before each count: what comes in between is not missed.
        CompletableFuture<Void> more = ledger.whenSeen(1);
        while (startsSeen(seen -> true).size() < count) {
            more.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
            more = ledger.whenSeen(1);
        }
    }

    private Set<String> startsSeen(Predicate<Sighting> which) {
        return ledger.sightings().stream().filter(which).map(Sighting::start).collect(Collectors.toSet());
    }

    private static List<Scenario> scenarios(URI effects) {
        return Stream.concat(CrashApplication.scenarios(effects).stream(),
                Stream.generate(() -> CrashApplication.hears(effects)).limit(3)).toList();
    }

    private static void startAll(ClusterNodes nodes) throws InterruptedException {
        nodes.start("a");
        nodes.start("b");
        nodes.start("c", HOUR_AHEAD);
        nodes.awaitReady();
    }

    private void disturb(ClusterNodes nodes, ClusterLoad load) throws InterruptedException {
        goOnFor(1_000);
        nodes.kill("a");
        int before = load.starts();
        goOnFor(FAILOVER_MILLIS);
        assertThat(load.starts()).as("the others go on").isGreaterThan(before);
        nodes.standStill("b");
        goOnFor(FAILOVER_MILLIS + 1_000);
        wakings.add(ClusterLoad.nowMicros());
        nodes.goOn("b");
        goOnFor(500);
        nodes.start("a");
        nodes.awaitReady();
        nodes.stop("b");
        nodes.start("b");
        nodes.awaitReady();
        nodes.stop("c");
        nodes.start("c", HOUR_AHEAD);
        nodes.awaitReady();
    }

    /** Leaves the cluster alone while the clients go on. */
    private static void goOnFor(long millis) {
        new CompletableFuture<Void>().completeOnTimeout(null, millis, TimeUnit.MILLISECONDS).join();
    }

    /** Starts that had a call repeated soon after a node had gone on. */
    private Set<String> startsOfLateRepetitions() {
        Map<String, Sighting> earliest = new TreeMap<>();
        ledger.sightings().forEach(sighting -> earliest.merge(sighting.start() + sighting.key(), sighting,
                (one, other) -> one.atMicros() <= other.atMicros() ? one : other));
        Set<String> starts = new HashSet<>();
        for (Sighting sighting : ledger.sightings()) {
            Sighting first = earliest.get(sighting.start() + sighting.key());
            if (first != sighting && isSoonAfterAWaking(sighting)) {
                starts.add(sighting.start());
            }
        }
        return starts;
    }

    private boolean isSoonAfterAWaking(Sighting sighting) {
        return wakings.stream().anyMatch(moment -> sighting.atMicros() >= moment && sighting.atMicros() < moment + LATE_MICROS
                + ledger.stalledMicros(moment, moment + LATE_MICROS));
    }

    /** How late a wait may end when its node has died is tried elsewhere, in time that a test holds in its hands. */
    private static boolean isExplained(Violation violation, Set<String> late) {
        switch (violation.kind()) {
            case WAITED_TOO_LONG:
                return true;
            case FINISHED_EFFECT_REPEATED:
            case REPEATED_WITHOUT_CRASH:
                return late.contains(violation.start());
            default:
                return false;
        }
    }
}
