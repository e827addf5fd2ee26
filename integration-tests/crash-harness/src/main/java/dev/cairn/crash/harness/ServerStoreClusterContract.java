package dev.cairn.crash.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.servers.LocalServer;
import dev.cairn.testkit.crash.AuditFile;
import dev.cairn.testkit.crash.CpuStarvationMonitor;
import dev.cairn.testkit.crash.CrashChecker;
import dev.cairn.testkit.crash.CrashRunObservations;
import dev.cairn.testkit.crash.EffectServer;
import dev.cairn.testkit.crash.ObservedEffect;
import dev.cairn.testkit.crash.Scenario;

/**
 * Nodes share the instances in one server. Each node is a JVM.
 *
 * <p>Three nodes under load, the clock of one an hour ahead: one is killed, one sleeps past its lease, and then all are
 * restarted one after another. {@code -Dcluster.rounds} sets the number of rounds (default 1).
 *
 * <p>Three nodes, one of which sleeps past its lease while the replies to its calls come in, and writes them when the other
 * nodes run its instances.
 *
 * <p>Three nodes that are updated one after another to an application with a later version of a workflow.
 *
 * <p>Two nodes with the default settings, one of which leaves: the other goes on within the failover time if the first was
 * killed, and at once if it was stopped, with a margin for a machine that has other work. Measured stalls are added to margins.
 */
public abstract class ServerStoreClusterContract implements SharedServer {

    private static final long FAILOVER_MILLIS = 3_000;
    private static final long DEFAULT_FAILOVER_MICROS = 10_000_000;
    /** Added to it: the machine has other work. Twice the failover time would not fit. */
    private static final long MARGIN_MICROS = 3_000_000;
    /** Over within the failover time; long enough that most have not ended when the last one has begun. */
    private static final long NAP_SECONDS = 9;
    /** Over, with the margin, before a node counts as dead that said nothing when it left. */
    private static final long SHORT_NAP_SECONDS = 2;
    private static final long UPDATE_NAP_SECONDS = 5;
    private static final String LEFT_TO_ANOTHER = "CAIRN-0464";
    private static final String STANDS_STILL = "CAIRN-0423";
    private static final int CLIENTS = 12;
    private static final int ROUNDS = Integer.getInteger("cluster.rounds", 1);
    private static final int LIFE_OF_A = 1;
    private static final long PATIENCE_SECONDS = 60;
    private static final String HOUR_AHEAD = "-Dcrash.clock-error=PT1H";
    /**
     * A node that goes on writes, and at the same time learns that it must not. With a dozen replies it may learn so first, but
     * not with this number.
     */
    private static final int AWAITING_REPLIES = 100;
    /** So that instances that have to wait for their replies do so. */
    private static final String PATIENT_CALLS = "-Dquarkus.cairn.http-client.request-timeout=5M";
    /** Maximum number of attempts, if the node learns of all takeovers before it writes. */
    private static final int STANDSTILLS = 3;
    /** The node that takes over from a killed one may be stopped just then: a wait may end as much later. */
    private static final Duration TWO_FAILOVERS = Duration.ofMillis(2 * FAILOVER_MILLIS);
    /** When the machine stands still for so long, nodes that live may count as dead. */
    private static final long LONG_STALL_MICROS = FAILOVER_MILLIS * 1_000 / 2;

    private final CrashRunObservations ledger = new CrashRunObservations();
    private final LateCalls lateCalls = new LateCalls(ledger);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    void nodesComeAndGo() throws InterruptedException {
        try (CpuStarvationMonitor measured = new CpuStarvationMonitor(ledger);
                LocalServer server = serve(directory.resolve("server"));
                EffectServer effects = new EffectServer(ledger);
                ClusterNodes nodes = nodes(server);
                ClusterLoad load = new ClusterLoad(ledger, scenarios(effects.uri()), nodes::any)) {
            startAll(nodes);
            load.learn();
            load.begin(CLIENTS);
            for (int round = 0; round < ROUNDS; round++) {
                disturb(nodes, load);
            }
            load.finish();
            System.out.println("Cluster run: " + load.starts() + " starts, " + ledger);
        }
        AuditFile.read(directory.resolve("audit"), ledger);
        longStallsDisturbAllLives();
        List<ObservedEffect> late = lateCalls.all();
        late.forEach(ledger::excused);
        assertThat(CrashChecker.check(ledger, TWO_FAILOVERS)).isEmpty();
        assertThat(late).as("calls that had begun when a node was stopped").hasSizeLessThanOrEqualTo(ROUNDS * CLIENTS);
        assertThat(ledger.starts()).hasSizeGreaterThan(10 * CLIENTS);
    }

    /**
     * A node whose lease has ended while it stood still writes the replies that it had awaited: the store refuses each, and what other
     * nodes do with these instances is all that counts.
     */
    @Test
    void whatANodeWritesAfterItsLeaseIsRefused() throws InterruptedException {
        List<Standstill.Result> results = new ArrayList<>();
        HeldReplies held = new HeldReplies(CrashApplication.CHARGE);
        try (CpuStarvationMonitor measured = new CpuStarvationMonitor(ledger);
                LocalServer server = serve(directory.resolve("server"));
                EffectServer effects = new EffectServer(ledger, held::until);
                ClusterNodes nodes = nodes(server, PATIENT_CALLS);
                ClusterLoad load = new ClusterLoad(ledger, List.of(CrashApplication.chain(effects.uri())),
                        () -> nodes.preferred("b"))) {
            startAll(nodes);
            load.learn();
            Standstill standstill = new Standstill(nodes, "b", load, ledger, held);
            do {
                results.add(standstill.run(AWAITING_REPLIES));
            } while (results.size() < STANDSTILLS && results.get(results.size() - 1).isUndecided());
        }
        AuditFile.read(directory.resolve("audit"), ledger);
        results.forEach(result -> System.out.println("Cluster run: " + ledger + ", " + result.refused().size() + " of "
                + result.starts().size() + " writes too late, and refused"));
        longStallsDisturbAllLives();
        assertThat(CrashChecker.check(ledger)).isEmpty();
        assertThat(results).flatExtracting(Standstill.Result::refused).as("those whose write the store refused").isNotEmpty();
        assertThat(results).flatExtracting(Standstill.Result::kept).as("what the node has not let go of").isEmpty();
        assertThat(results).flatExtracting(Standstill.Result::lost).as("what the others had to let go of")
                .matches(lost -> lost.isEmpty() || longStalls().findAny().isPresent());
        assertThat(results).allSatisfy(result -> assertThat(ledger.sightings())
                .filteredOn(seen -> result.starts().contains(seen.start()) && seen.life() == result.life()
                        && seen.atMicros() > result.wokeMicros())
                .as("effects of the node when it had gone on").allMatch(this::isAfterALongStall));
    }

    /**
     * Old nodes come to instances of a version that they do not have, and hand them over to the new one. While that is dead these stand
     * still, and go on when it is back.
     */
    @Test
    @Tag("any-jdk")
    void nodesAreUpdatedOneAfterAnother() throws InterruptedException {
        try (CpuStarvationMonitor measured = new CpuStarvationMonitor(ledger);
                LocalServer server = serve(directory.resolve("server"));
                EffectServer effects = new EffectServer(ledger);
                ClusterNodes nodes = nodes(server);
                ClusterLoad load = new ClusterLoad(ledger, List.of(CrashApplication.naps(effects.uri(), UPDATE_NAP_SECONDS)),
                        nodes::any)) {
            nodes.start("a");
            nodes.start("b");
            nodes.awaitReady();
            load.learn();
            nodes.startNext("c");
            nodes.awaitReady();
            load.begin(CLIENTS);
            awaitSaid(nodes, LEFT_TO_ANOTHER);
            Predicate<ObservedEffect> ofTheNextVersion = seen -> seen.life() == nodes.life("c");
            awaitStartsSeen(startsSeen(ofTheNextVersion).size() + 1, ofTheNextVersion);
            Set<String> begunThere = startsSeen(ofTheNextVersion);
            // One naps at least.
            nodes.kill("c");
            awaitSaid(nodes, STANDS_STILL);
            nodes.startNext("c");
            nodes.awaitReady();
            await("the end of what stood still", () -> begunThere.stream().allMatch(start -> ledger.end(start) != null));
            for (String old : List.of("a", "b")) {
                nodes.stop(old);
                nodes.startNext(old);
                nodes.awaitReady();
            }
            load.finish();
            System.out.println("Cluster run: " + load.starts() + " starts, " + ledger);
        }
        AuditFile.read(directory.resolve("audit"), ledger);
        longStallsDisturbAllLives();
        assertThat(CrashChecker.check(ledger, TWO_FAILOVERS)).isEmpty();
    }

    /** Waiting instances are due by then, and those about to wait call once more. */
    @Test
    void anotherNodeGoesOnWithinTheUsualFailoverTimeAndAMargin() throws InterruptedException {
        napsGoOn(NAP_SECONDS, ClusterNodes::kill, DEFAULT_FAILOVER_MICROS);
    }

    @Test
    void anotherNodeGoesOnAtOnceWhenOneIsStopped() throws InterruptedException {
        napsGoOn(SHORT_NAP_SECONDS, ClusterNodes::stop, SHORT_NAP_SECONDS * 1_000_000);
    }

    /** A node is asked for what another one is to do, which writes who asked, also for a start and an event. */
    @Test
    void theNodeThatRunsAnInstanceWritesWhoAskedAnother() throws Exception {
        OperatorCalls calls = new OperatorCalls();
        try (LocalServer server = serve(directory.resolve("server"));
                ClusterNodes nodes = new ClusterNodes(directory, ledger, List.of(setting(server.port())))) {
            nodes.start("a");
            nodes.start("b");
            nodes.awaitReady();
            String id = calls.start(nodes.preferred("a"), "alice");
            // The event comes last: what the instance does with it cannot be done here.
            for (String command : List.of("SUSPEND", "RESUME", "SEND")) {
                assertThat(calls.askUntilDone(nodes.preferred("b"), id, command, command.equals("SEND") ? "alice" : "bob"))
                        .as(command).isTrue();
            }
            assertThat(calls.commands(nodes.preferred("a"), id)).isEqualTo(calls.commands(nodes.preferred("b"), id))
                    .isEqualTo("[\"START alice\",\"SUSPEND bob\",\"RESUME bob\",\"SEND alice\"]");
        }
    }

    private interface Leaving {
        void leave(ClusterNodes nodes, String name) throws InterruptedException;
    }

    /** Instances that nap on a node when it leaves go on elsewhere within this time, a margin and stalls. */
    private void napsGoOn(long napSeconds, Leaving leaving, long withinMicros) throws InterruptedException {
        long leftMicros;
        try (CpuStarvationMonitor measured = new CpuStarvationMonitor(ledger);
                LocalServer server = serve(directory.resolve("server"));
                EffectServer effects = new EffectServer(ledger);
                ClusterNodes nodes = new ClusterNodes(directory, ledger, List.of(setting(server.port())));
                ClusterLoad load = new ClusterLoad(ledger, List.of(CrashApplication.naps(effects.uri(), napSeconds)),
                        () -> nodes.preferred("a"))) {
            nodes.start("a");
            nodes.start("b");
            nodes.awaitReady();
            load.begin(CLIENTS);
            awaitStartsSeen(CLIENTS, seen -> true);
            leftMicros = ClusterLoad.nowMicros();
            leaving.leave(nodes, "a");
            load.finish();
        }
        AuditFile.read(directory.resolve("audit"), ledger);
        System.out.println("Cluster run: " + ledger);
        assertThat(ledger.violations()).isEmpty();
        Set<String> napping = startsSeen(seen -> seen.life() == LIFE_OF_A);
        napping.removeAll(
                startsSeen(seen -> seen.label().equals(CrashApplication.AFTER_NAP) && seen.life() == LIFE_OF_A));
        Set<String> wentOn = startsSeen(
                seen -> seen.life() != LIFE_OF_A && isWithin(withinMicros, leftMicros, seen.atMicros()));
        assertThat(napping).as("what the node ran when it left").isNotEmpty();
        assertThat(wentOn).as("what went on within %s s and a margin of 3 s and stalls", withinMicros / 1_000_000)
                .containsAll(napping);
    }

    private boolean isWithin(long micros, long leftMicros, long atMicros) {
        return atMicros > leftMicros
                && atMicros < leftMicros + micros + MARGIN_MICROS + ledger.stalledMicros(leftMicros, atMicros);
    }

    private ClusterNodes nodes(LocalServer server, String... more) {
        return new ClusterNodes(directory, ledger,
                Stream.concat(Stream.of("-Dquarkus.cairn.cluster.failover-time=" + FAILOVER_MILLIS + "MS",
                        "-Dquarkus.cairn.memory-wait=1S", setting(server.port())), Stream.of(more)).toList());
    }

    /** The others may count as dead then, and the node may rightly take over from them. */
    private boolean isAfterALongStall(ObservedEffect sighting) {
        return longStalls().anyMatch(stall -> stall.fromMicros() < sighting.atMicros());
    }

    private Stream<CrashRunObservations.Stall> longStalls() {
        return ledger.stalls().stream().filter(stall -> stall.micros() > LONG_STALL_MICROS);
    }

    private void longStallsDisturbAllLives() {
        longStalls().forEach(stall -> ledger.lives().forEach(life -> ledger.disturbed(
                new CrashRunObservations.Disturbance(life.number(), stall.fromMicros(), stall.untilMicros()))));
    }

    private void awaitStartsSeen(int count, Predicate<ObservedEffect> which) {
        // Asked for before each count: starts in between are not missed.
        CompletableFuture<Void> more = ledger.whenSeen(1);
        while (startsSeen(which).size() < count) {
            more.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
            more = ledger.whenSeen(1);
        }
    }

    private static void awaitSaid(ClusterNodes nodes, String code) {
        await(code, () -> Stream.of("a", "b").anyMatch(old -> !nodes.said(old, code).isEmpty()));
    }

    private static void await(String what, BooleanSupplier isSo) {
        long untilNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!isSo.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited for %s", what).isLessThan(untilNanos);
            goOnFor(100);
        }
    }

    private Set<String> startsSeen(Predicate<ObservedEffect> which) {
        return ledger.sightings().stream().filter(which).map(ObservedEffect::start).collect(Collectors.toSet());
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
        long stoppedMicros = ClusterLoad.nowMicros();
        nodes.standStill("b");
        goOnFor(FAILOVER_MILLIS + 1_000);
        lateCalls.stopped(new LateCalls.Stop(nodes.life("b"), stoppedMicros, ClusterLoad.nowMicros()));
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
}
