package dev.cairn.driver;

import static dev.cairn.driver.ClusterFixture.FAILOVER_MILLIS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnException;
import dev.cairn.driver.ClusterFixture.Effect;
import dev.cairn.driver.ClusterFixture.NodeUnderTest;
import dev.cairn.executor.Happening.Ended;
import dev.cairn.spi.Claim;
import dev.cairn.spi.InstanceMessage;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStatus;
import dev.cairn.spi.Node;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.value.Json;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Nodes with an old and with a new version of the application share a store, as in a rolling update. */
class StrangersTest {

    private static final long HEARTBEAT_MILLIS = FAILOVER_MILLIS / 10;
    private static final int MANY = 20;
    private static final long WAIT_MILLIS = 60_000;
    private static final String OLD = """
            do:
              - first: {call: ask, with: {question: 1}}
            """;
    private static final String NEW = """
            document: {dsl: 1.0.3, namespace: test, name: case, version: 2.0.0}
            do:
              - first: {call: ask, with: {question: 1}}
              - pause: {wait: {minutes: 1}}
              - last: {call: ask, with: {question: 2}}
            """;
    /** The version is the same, and the definition is not. */
    private static final String CHANGED = """
            do:
              - pause: {wait: {minutes: 1}}
              - first: {call: ask, with: {question: 1}}
              - last: {call: ask, with: {question: 2}}
            """;

    private final ClusterFixture cluster = new ClusterFixture(OLD);
    private NodeUnderTest a;
    private NodeUnderTest b;

    @BeforeEach
    void twoNodesAreOld() {
        a = cluster.node("a");
        cluster.advance(300);
        b = cluster.node("b");
        cluster.advance(300);
    }

    private NodeUnderTest node(String name, String... yamls) {
        cluster.nextNodesHave(yamls);
        return cluster.node(name);
    }

    private List<String> start(NodeUnderTest node) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            ids.add(node.start("{}"));
        }
        return ids;
    }

    private InstanceStatus stored(String id) {
        return cluster.store.open().row(id).await().indefinitely().orElseThrow().status();
    }

    private static boolean isParkedOn(NodeUnderTest node, String id) {
        UniAssertSubscriber<Ended> outcome = node.outcome(id);
        Throwable failure = outcome.getFailure();
        outcome.cancel();
        return failure instanceof CairnException refusal && refusal.reason() == CairnException.Reason.INSTANCE_SUSPENDED;
    }

    @Test
    void aTimerThatAnOldNodeTriesFirstFiresOnTheNewOne() {
        NodeUnderTest c = node("c", NEW, OLD);
        List<String> ids = start(c);
        List<UniAssertSubscriber<Ended>> outcomes = ids.stream().map(a::outcome).toList();
        cluster.advance(WAIT_MILLIS + 3 * HEARTBEAT_MILLIS);
        assertThat(ids).allSatisfy(id -> assertThat(stored(id)).isEqualTo(InstanceStatus.COMPLETED));
        assertThat(cluster.effects).hasSize(2 * MANY).extracting(Effect::node).containsOnly("c");
        outcomes.forEach(UniAssertSubscriber::assertCompleted);
    }

    @Test
    void whatADeadNodeRanComesFromNodeToNodeToTheOneThatHasItsDefinition() {
        node("c", NEW, OLD);
        // Its lease ends behind a heartbeat of c and before those of a and b.
        cluster.advance(150);
        NodeUnderTest d = node("d", NEW, OLD);
        cluster.world = call -> cluster.answerAfter(1_000);
        List<String> ids = start(d);
        d.pause();
        cluster.advance(FAILOVER_MILLIS);
        assertThat(cluster.effects).hasSize(2 * MANY);
        assertThat(cluster.effects.subList(MANY, 2 * MANY)).extracting(Effect::node).containsOnly("c");
        cluster.advance(WAIT_MILLIS + 4 * HEARTBEAT_MILLIS);
        assertThat(ids).allSatisfy(id -> assertThat(stored(id)).isEqualTo(InstanceStatus.COMPLETED));
    }

    @Test
    void whatNobodyHasIsParkedUntilANodeJoinsThatHasIt() {
        NodeUnderTest c = node("c", NEW, OLD);
        cluster.world = call -> cluster.answerAfter(1_000);
        List<String> ids = start(c);
        c.pause();
        cluster.advance(FAILOVER_MILLIS + 10 * HEARTBEAT_MILLIS);
        assertThat(ids).allSatisfy(id -> assertThat(isParkedOn(a, id)).isNotEqualTo(isParkedOn(b, id)));

        int commits = cluster.store.commits();
        cluster.advance(60_000);
        assertThat(cluster.store.commits()).isEqualTo(commits);

        node("d", NEW, OLD);
        cluster.advance(4 * HEARTBEAT_MILLIS);
        assertThat(cluster.effects).hasSize(2 * MANY);
        cluster.advance(WAIT_MILLIS + 4 * HEARTBEAT_MILLIS);
        assertThat(ids).allSatisfy(id -> assertThat(stored(id)).isEqualTo(InstanceStatus.COMPLETED));
        assertThat(cluster.effects).hasSize(3 * MANY);
    }

    @Test
    void anInstanceThatDoesNotFitGoesToWhereItDoes() {
        NodeUnderTest c = node("c", CHANGED);
        List<String> ids = start(c);
        cluster.advance(WAIT_MILLIS + 3 * HEARTBEAT_MILLIS);
        assertThat(ids).allSatisfy(id -> assertThat(stored(id)).isEqualTo(InstanceStatus.COMPLETED));
        assertThat(cluster.effects).hasSize(2 * MANY).extracting(Effect::node).containsOnly("c");
    }

    @Test
    void aNodeThatIsAloneParksAtOnce() {
        NodeUnderTest c = node("c", NEW, OLD);
        cluster.world = call -> cluster.answerAfter(1_000);
        String id = c.start("{}");
        b.stop();
        c.pause();
        UniAssertSubscriber<Ended> outcome = a.outcome(id);
        // To the first heartbeat of a that finds the lease of c ended.
        cluster.advance(7_500);
        assertThat(isParkedOn(a, id)).isTrue();
        outcome.assertFailedWith(CairnException.class, "has no workflow test:case:2.0.0");
    }

    @Test
    void aTimerOfWhatNobodyCanRunIsToldOf() {
        NodeUnderTest c = node("c", NEW, OLD);
        List<String> ids = start(c);
        List<UniAssertSubscriber<Ended>> outcomes = ids.stream().map(a::outcome).toList();
        cluster.advance(HEARTBEAT_MILLIS);
        c.stop();
        cluster.advance(WAIT_MILLIS + 4 * HEARTBEAT_MILLIS);
        assertThat(ids).allSatisfy(id -> assertThat(isParkedOn(a, id)).isNotEqualTo(isParkedOn(b, id)));
        for (int i = 0; i < MANY; i++) {
            if (isParkedOn(a, ids.get(i))) {
                outcomes.get(i).assertFailedWith(CairnException.class, "has no workflow test:case:2.0.0");
            }
        }
        node("d", NEW, OLD);
        cluster.advance(4 * HEARTBEAT_MILLIS);
        assertThat(ids).allSatisfy(id -> assertThat(stored(id)).isEqualTo(InstanceStatus.COMPLETED));
    }

    @Test
    void aNodeThatIsSilentForAWhileGetsThemAfterIt() {
        NodeUnderTest c = node("c", NEW, OLD);
        cluster.advance(150);
        NodeUnderTest d = node("d", NEW, OLD);
        cluster.world = call -> cluster.answerAfter(1_000);
        List<String> ids = start(d);
        d.pause();
        cluster.advance(6_900);
        c.pause();
        cluster.advance(5_500);
        c.resume();
        cluster.advance(WAIT_MILLIS + FAILOVER_MILLIS);
        assertThat(ids).allSatisfy(id -> assertThat(stored(id)).isEqualTo(InstanceStatus.COMPLETED));
    }

    @Test
    void eventsThatArePublishedOnAnOldNodeDoNotHoldThemThere() {
        node("c", NEW, OLD);
        cluster.advance(150);
        NodeUnderTest d = node("d", NEW, OLD);
        cluster.world = call -> cluster.answerAfter(1_000);
        start(d);
        d.pause();
        cluster.advance(7_050);
        for (int i = 0; i < 300; i++) {
            a.engine.events().publish(event(i)).subscribe().with(nothing -> {}, failure -> {});
            cluster.advance(10);
        }
        cluster.advance(HEARTBEAT_MILLIS);
        assertThat(cluster.effects).filteredOn(effect -> effect.node().equals("c")).hasSize(MANY);
    }

    private static JsonNode event(int number) {
        return Json.read("{\"specversion\": \"1.0\", \"id\": \"e-" + number
                + "\", \"source\": \"/test\", \"type\": \"nobody.listens\"}");
    }

    @Test
    void whoeverWaitsForOneThatIsHandedOverGoesOnWaiting() {
        NodeUnderTest c = node("c", NEW, OLD);
        List<String> ids = start(c);
        List<UniAssertSubscriber<Ended>> outcomes = new ArrayList<>();
        // A little at a time, over the moment at which they are due.
        cluster.advance(WAIT_MILLIS - 200);
        for (int i = 0; i < 40; i++) {
            ids.forEach(id -> outcomes.add(a.outcome(id)));
            cluster.advance(10);
        }
        cluster.advance(3 * HEARTBEAT_MILLIS);
        outcomes.forEach(UniAssertSubscriber::assertCompleted);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsAskedOfOneThatIsHandedOverIsDone(Command command) {
        for (long beforeDueMillis : new long[] { 130, 90, 60, 30, 0 }) {
            ClusterFixture fresh = new ClusterFixture(OLD);
            NodeUnderTest old = fresh.node("a");
            fresh.node("b");
            fresh.nextNodesHave(NEW, OLD);
            NodeUnderTest c = fresh.node("c");
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                ids.add(c.start("{}"));
            }
            fresh.advance(WAIT_MILLIS - beforeDueMillis);
            List<UniAssertSubscriber<Void>> asked = new ArrayList<>();
            for (String id : ids) {
                asked.add((asked.size() % 2 == 0 ? old : c).engine.command(id, command).subscribe()
                        .withSubscriber(UniAssertSubscriber.create()));
            }
            fresh.advance(10_000);
            for (int i = 0; i < MANY; i++) {
                InstanceStatus now = fresh.store.open().row(ids.get(i)).await().indefinitely().orElseThrow().status();
                boolean endedBefore = now == InstanceStatus.COMPLETED;
                assertThat(asked.get(i).getFailure()).as("%s %d ms before, %s: %s", command, beforeDueMillis, ids.get(i), now)
                        .matches(failure -> failure == null || endedBefore && failure.getMessage().startsWith("CAIRN-0441"));
                assertThat(now).isIn(command == Command.SUSPEND ? InstanceStatus.SUSPENDED
                        : command == Command.RESUME ? InstanceStatus.COMPLETED : InstanceStatus.CANCELLED,
                        InstanceStatus.COMPLETED);
            }
        }
    }

    /** Longer than between two looks for due timers. */
    @Test
    void aStoreThatTakesItsTimeHasThemHandedOver() {
        ClusterFixture slow = new ClusterFixture(OLD);
        slow.node("a", 0, session -> new ForwardingStore(session) {
            @Override
            public Uni<Void> post(InstanceMessage message) {
                return Uni.createFrom().<Void>emitter(emitter -> slow.time.after(2_500, () -> emitter.complete(null)))
                        .chain(any -> super.post(message));
            }
        });
        slow.nextNodesHave(NEW, OLD);
        NodeUnderTest c = slow.node("c");
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            ids.add(c.start("{}"));
        }
        slow.advance(WAIT_MILLIS + 2 * 2_500 + 2 * HEARTBEAT_MILLIS);
        assertThat(ids).allSatisfy(id -> assertThat(slow.store.open().row(id).await().indefinitely().orElseThrow().status())
                .isEqualTo(InstanceStatus.COMPLETED));
    }

    /** A failure does not count as a node that cannot run it. */
    @Test
    void aStoreThatFailsHasThemHandedOverLater() {
        ClusterFixture failing = new ClusterFixture(OLD);
        int[] posts = { 0 };
        failing.node("a", 0, session -> new ForwardingStore(session) {
            @Override
            public Uni<Void> post(InstanceMessage message) {
                posts[0]++;
                return failing.time.millis() < ClusterFixture.NOON + WAIT_MILLIS + 5_000
                        ? Uni.createFrom().failure(new StoreException("down", false, null))
                        : super.post(message);
            }
        });
        failing.nextNodesHave(NEW, OLD);
        NodeUnderTest c = failing.node("c");
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            ids.add(c.start("{}"));
        }
        failing.advance(WAIT_MILLIS + 20_000);
        assertThat(posts[0]).isPositive().isLessThan(20 * MANY);
        assertThat(ids).allSatisfy(id -> assertThat(failing.store.open().row(id).await().indefinitely().orElseThrow().status())
                .isEqualTo(InstanceStatus.COMPLETED));
    }

    /** Each looks for due timers just before it hears what it was told. */
    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void whatIsClaimedBeforeItIsHeardOfDoesNotGoInCircles(boolean newOneLives) {
        ClusterFixture fresh = new ClusterFixture(OLD);
        int[] posts = { 0 };
        for (String name : new String[] { "a", "b", "f" }) {
            boolean[] begun = { false };
            fresh.node(name, 0, session -> new ForwardingStore(session) {
                @Override
                public Uni<Long> heartbeat(Node node, long aliveForMillis) {
                    // Timers are looked for from the first answer on, and with each heartbeat what was told is heard.
                    boolean first = !begun[0];
                    begun[0] = true;
                    return super.heartbeat(node, aliveForMillis).chain(now -> first
                            ? Uni.createFrom().emitter(emitter -> fresh.time.after(950, () -> emitter.complete(now)))
                            : Uni.createFrom().item(now));
                }

                @Override
                public Uni<Void> post(InstanceMessage message) {
                    posts[0]++;
                    return super.post(message);
                }
            });
            fresh.advance(300);
        }
        fresh.nextNodesHave(NEW, OLD);
        NodeUnderTest c = fresh.node("c");
        fresh.advance(2_000);
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            ids.add(c.start("{}"));
            fresh.advance(5);
        }
        fresh.advance(2_000);
        if (!newOneLives) {
            c.stop();
        }
        fresh.advance(WAIT_MILLIS + 8 * HEARTBEAT_MILLIS);
        assertThat(posts[0]).isPositive().isLessThanOrEqualTo(3 * ids.size());
        assertThat(fresh.store.messages()).isZero();
        assertThat(ids).allSatisfy(id -> assertThat(fresh.store.open().row(id).await().indefinitely().orElseThrow().status())
                .isEqualTo(newOneLives ? InstanceStatus.COMPLETED : InstanceStatus.WAITING));
    }

    /** It gets them, is taken for dead before it heard of them, and is back before the giver has seen that. */
    @Test
    void aLeaseThatLapsesForAMomentParksNothing() {
        ClusterFixture fresh = new ClusterFixture(OLD);
        boolean[] begun = { false };
        fresh.node("a", 0, session -> new ForwardingStore(session) {
            @Override
            public Uni<Long> heartbeat(Node node, long aliveForMillis) {
                // Its heartbeats are sent at whole seconds, and timers are looked for half a second after them.
                boolean first = !begun[0];
                begun[0] = true;
                return super.heartbeat(node, aliveForMillis)
                        .chain(now -> after(fresh, first ? 500 : 0, () -> Uni.createFrom().item(now)));
            }
        });
        fresh.advance(450);
        fresh.nextNodesHave(NEW, OLD);
        NodeUnderTest c = fresh.node("c");
        fresh.advance(50);
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            ids.add(c.start("{}"));
        }
        fresh.advance(53_000);
        c.pause();
        fresh.advance(7_200);
        c.resume();
        fresh.advance(10_000);
        assertThat(ids).allSatisfy(id -> assertThat(fresh.store.open().row(id).await().indefinitely().orElseThrow().status())
                .isEqualTo(InstanceStatus.COMPLETED));
    }

    /** More than are heard at once. */
    @Test
    void whatADeadNodeWasToldHoldsUpNothing() {
        ClusterFixture fresh = new ClusterFixture(OLD);
        NodeUnderTest old = fresh.node("a");
        fresh.nextNodesHave(NEW, OLD);
        NodeUnderTest c = fresh.node("c");
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            ids.add(c.start("{}"));
        }
        fresh.advance(HEARTBEAT_MILLIS);
        ids.forEach(id -> c.engine.command(id, Command.SUSPEND).subscribe().with(nothing -> {}));
        fresh.advance(6_500);
        ids.forEach(id -> old.engine.command(id, Command.RESUME).subscribe().with(nothing -> {}, failure -> {}));
        fresh.advance(60);
        assertThat(fresh.store.messages()).isGreaterThanOrEqualTo(ids.size());
        c.pause();
        NodeUnderTest d = fresh.node("d");
        String other = d.start("{}");
        fresh.advance(2 * FAILOVER_MILLIS);
        UniAssertSubscriber<Void> asked = old.engine.command(other, Command.SUSPEND).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        fresh.advance(6_000);
        asked.assertCompleted();
        fresh.advance(WAIT_MILLIS + FAILOVER_MILLIS);
        assertThat(fresh.store.messages()).isZero();
        assertThat(ids).allSatisfy(id -> assertThat(fresh.store.open().row(id).await().indefinitely().orElseThrow().owner())
                .isNotEqualTo(c.id.id()));
    }

    private static <T> Uni<T> after(ClusterFixture cluster, long millis, Supplier<Uni<T>> call) {
        return Uni.createFrom().<Void>emitter(emitter -> cluster.time.after(millis, () -> emitter.complete(null)))
                .chain(call::get);
    }

    /** A claim from before is under way when the message comes, and is refused. */
    @ParameterizedTest
    @ValueSource(longs = { 500, 1_500, 2_500, 3_500, 4_000, 4_500 })
    void aClaimThatWasRefusedBeforeItWasHandedOverDoesNotTakeItUp(long claimMillis) {
        ClusterFixture fresh = new ClusterFixture(OLD);
        fresh.node("a", 0, session -> new ForwardingStore(session) {
            @Override
            public Uni<Void> post(InstanceMessage message) {
                return after(fresh, 3_000, () -> super.post(message));
            }
        });
        fresh.nextNodesHave(NEW, OLD);
        NodeUnderTest c = fresh.node("c", 0, session -> new ForwardingStore(session) {
            @Override
            public Uni<List<Claim>> claim(String nodeId, List<String> instanceIds) {
                return super.claim(nodeId, instanceIds).chain(claims -> after(fresh, claimMillis,
                        () -> Uni.createFrom().item(claims)));
            }
        });
        fresh.world = call -> fresh.answerAfter(20_000);
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            ids.add(c.start("{}"));
        }
        c.pause();
        fresh.advance(11_500);
        c.resume();
        fresh.advance(200_000);
        assertThat(ids).allSatisfy(id -> assertThat(fresh.store.open().row(id).await().indefinitely().orElseThrow().status())
                .isEqualTo(InstanceStatus.COMPLETED));
    }

    /** Who hands it over hears its own message, which is not its own any more when it acts on it. */
    @Test
    void whoHandsItOverLeavesTheMessageToTheOther() {
        for (int phase = 0; phase < 1_000; phase += 50) {
            ClusterFixture fresh = new ClusterFixture(OLD);
            fresh.node("a", 0, session -> new ForwardingStore(session) {
                @Override
                public Uni<Void> post(InstanceMessage message) {
                    return super.post(message).chain(nothing -> after(fresh, 600, () -> Uni.createFrom().voidItem()));
                }

                @Override
                public Uni<Optional<InstanceRow>> row(String id) {
                    return super.row(id).chain(row -> after(fresh, 300, () -> Uni.createFrom().item(row)));
                }
            });
            fresh.nextNodesHave(NEW, OLD);
            fresh.advance(phase);
            fresh.world = call -> fresh.answerAfter(20_000);
            NodeUnderTest d = fresh.node("d");
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                ids.add(d.start("{}"));
            }
            d.pause();
            fresh.advance(300);
            fresh.node("c");
            fresh.advance(200_000);
            assertThat(ids)
                    .allSatisfy(id -> assertThat(fresh.store.open().row(id).await().indefinitely().orElseThrow().status())
                            .isEqualTo(InstanceStatus.COMPLETED));
            assertThat(fresh.store.messages()).isZero();
        }
    }

    /** What it has in memory is from before others had it; when it looks for that, it is its own again. */
    @Test
    void aNodeThatGetsBackWhatItLostWhileItWasSilentGoesOnWithIt() {
        long[] slow = { 0 };
        cluster.nextNodesHave(NEW, OLD);
        NodeUnderTest c = cluster.node("c", 0, session -> new ForwardingStore(session) {
            @Override
            public Uni<Optional<InstanceRow>> row(String id) {
                return slow[0] == 0 ? super.row(id)
                        : Uni.createFrom().<Void>emitter(emitter -> cluster.time.after(slow[0], () -> emitter.complete(null)))
                                .chain(any -> super.row(id));
            }
        });
        cluster.world = call -> cluster.answerAfter(200_000);
        List<String> ids = start(c);
        c.pause();
        cluster.advance(FAILOVER_MILLIS);
        assertThat(ids).allSatisfy(id -> assertThat(isParkedOn(a, id)).isNotEqualTo(isParkedOn(b, id)));
        slow[0] = 3_000;
        cluster.world = call -> cluster.answerAfter(0);
        c.resume();
        cluster.advance(10_000);
        slow[0] = 0;
        cluster.advance(WAIT_MILLIS + FAILOVER_MILLIS);
        assertThat(ids).allSatisfy(id -> assertThat(stored(id)).isEqualTo(InstanceStatus.COMPLETED));
    }

    @Test
    void anOldNodeSuspendsAndResumesWhatANewOneRuns() {
        NodeUnderTest c = node("c", NEW, OLD);
        List<String> ids = start(c);
        cluster.advance(HEARTBEAT_MILLIS);
        for (int round = 0; round < 2; round++) {
            ask(Command.SUSPEND, ids, InstanceStatus.SUSPENDED);
            ask(Command.RESUME, ids, InstanceStatus.WAITING);
        }
        cluster.advance(WAIT_MILLIS);
        assertThat(ids).allSatisfy(id -> assertThat(stored(id)).isEqualTo(InstanceStatus.COMPLETED));
    }

    private void ask(Command command, List<String> ids, InstanceStatus expected) {
        List<UniAssertSubscriber<Void>> asked = ids.stream()
                .map(id -> a.engine.command(id, command).subscribe().withSubscriber(UniAssertSubscriber.create())).toList();
        cluster.advance(4 * HEARTBEAT_MILLIS);
        asked.forEach(UniAssertSubscriber::assertCompleted);
        cluster.advance(6_000);
        assertThat(ids).allSatisfy(id -> assertThat(stored(id)).isEqualTo(expected));
    }
}
