package dev.cairn.engine;

import static dev.cairn.engine.ClusterFixture.FAILOVER_MILLIS;
import static dev.cairn.engine.ClusterFixture.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnException;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.ClusterFixture.Effect;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Several engines over one store. */
class ClusterTest {

    /** Lead time of the claim of an instance that waits outside memory. */
    private static final int AHEAD_MILLIS = 100;
    private static final String TWO_CALLS = """
            do:
              - first: {call: ask, with: {question: 1}}
              - second: {call: ask, with: {question: 2}}
            """;
    private static final String BRANCHES = """
            do:
              - both:
                  fork:
                    branches:
                      - slow: {call: ask, with: {question: 1}}
                      - fast: {do: [{first: {call: ask, with: {question: 2}}}, {second: {call: ask, with: {question: 3}}}]}
            """;
    private static final String LONG_WAIT = """
            do:
              - pause: {wait: {minutes: 10}}
              - last: {call: ask, with: {question: 1}}
            """;
    private static final String SHORT_WAIT = """
            do:
              - pause: {wait: {seconds: 3}}
              - last: {call: ask, with: {question: 1}}
            """;

    @Test
    void whatADeadNodeRanGoesOnElsewhereWithinTheFailoverTime() {
        ClusterFixture cluster = new ClusterFixture(TWO_CALLS);
        NodeUnderTest a = cluster.node("a");
        NodeUnderTest b = cluster.node("b");
        cluster.world = call -> cluster.answerAfter(1_000);
        String id = a.start("{}");
        cluster.advance(1_500);
        a.pause();
        long diedAt = cluster.time.millis();
        UniAssertSubscriber<Ended> outcome = b.outcome(id);
        cluster.advance(FAILOVER_MILLIS);
        List<Effect> effects = cluster.effects;
        assertThat(effects).extracting(Effect::node).containsExactly("a", "a", "b");
        assertThat(effects.get(2).key()).isEqualTo(id + ":/do/1/second");
        assertThat(effects.get(2).beganAtMillis()).isGreaterThan(diedAt).isLessThanOrEqualTo(diedAt + FAILOVER_MILLIS);
        cluster.advance(2_000);
        outcome.assertCompleted();
    }

    @Test
    void aLifeThatIsOverIsReplacedAtOnceByTheNextOfItsNode() {
        ClusterFixture cluster = new ClusterFixture(TWO_CALLS);
        NodeUnderTest a = cluster.node("a");
        cluster.node("b");
        cluster.world = call -> cluster.answerAfter(1_000);
        a.start("{}");
        a.pause();
        cluster.node("a");
        assertThat(cluster.effects).extracting(Effect::node).containsExactly("a", "a");
    }

    @Test
    void aNodeThatSleptPastItsLeaseLetsGoAndNothingItWritesCounts() {
        ClusterFixture cluster = new ClusterFixture(TWO_CALLS);
        NodeUnderTest a = cluster.node("a");
        NodeUnderTest b = cluster.node("b");
        sleepPastTheLease(cluster, a);
        assertThat(cluster.effects).extracting(Effect::node).containsExactly("a", "b", "b");
        assertThat(cluster.store.all().get(0).entries()).hasSize(4);
        cluster.advance(60_000);
        assertThat(cluster.effects).hasSize(3);
        assertThat(b.engine.trouble()).isEmpty();
        assertThat(a.engine.trouble()).isEmpty();
    }

    /** The fault that epochs are for: it must be seen, or the test above says nothing. */
    @Test
    void withAStoreThatIgnoresEpochsTheSleeperWouldDoItAgain() {
        ClusterFixture cluster = new ClusterFixture(TWO_CALLS);
        NodeUnderTest a = cluster.node("a", 0, session -> new EpochlessStore(session, cluster.store::get));
        cluster.node("b");
        sleepPastTheLease(cluster, a);
        assertThat(cluster.store.all().get(0).entries().size() != 4
                || cluster.effects.stream().filter(effect -> effect.node().equals("a")).count() > 1).isTrue();
    }

    /** Node a sleeps while its first call is under way, and wakes when node b is about to be done. */
    private static void sleepPastTheLease(ClusterFixture cluster, NodeUnderTest a) {
        cluster.world = call -> cluster.answerAfter(cluster.effects.size() == 1 ? 500 : 3_000);
        String id = a.start("{}");
        UniAssertSubscriber<Ended> outcome = a.outcome(id);
        a.pause();
        cluster.advance(FAILOVER_MILLIS + 2_000);
        outcome.assertNotTerminated();
        a.resume();
        cluster.advance(10_000);
        assertThat(outcome.assertCompleted().getItem().status()).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void withoutALeaseNoCallBeginsAndWithItTheInstanceGoesOn() {
        ClusterFixture cluster = new ClusterFixture(TWO_CALLS);
        DeafStore[] seen = new DeafStore[1];
        NodeUnderTest a = cluster.node("a", 0, session -> seen[0] = new DeafStore(session, "heartbeat"));
        cluster.world = call -> cluster.answerAfter(8_000);
        String id = a.start("{}");
        seen[0].deaf = true;
        cluster.advance(20_000);
        assertThat(cluster.effects).hasSize(1);
        assertThat(cluster.store.get(id).entries()).hasSize(2);
        a.tryStart("{}").assertFailedWith(CairnException.class, "CAIRN-0411");
        assertThat(a.engine.trouble()).contains("heartbeats");
        assertThat(a.engine.condition().ready()).isFalse();
        assertThat(a.engine.condition().leaseMillis().orElseThrow()).isNegative();
        seen[0].deaf = false;
        cluster.advance(1_000);
        assertThat(cluster.effects).hasSize(2);
        assertThat(a.engine.trouble()).isEmpty();
        assertThat(a.engine.condition().ready()).isTrue();
        assertThat(a.engine.condition().leaseMillis().orElseThrow()).isPositive();
        UniAssertSubscriber<Ended> outcome = a.outcome(id);
        cluster.advance(8_000);
        outcome.assertCompleted();
    }

    @Test
    void withoutALeaseTheCallsOfOtherBranchesGoOn() {
        ClusterFixture cluster = new ClusterFixture(BRANCHES);
        DeafStore[] seen = new DeafStore[1];
        NodeUnderTest a = cluster.node("a", 0, session -> seen[0] = new DeafStore(session, "heartbeat"));
        cluster.world = call -> cluster.answerAfter(call.task().contains("slow") ? 30_000 : 8_000);
        UniAssertSubscriber<Ended> outcome = a.outcome(a.start("{}"));
        seen[0].deaf = true;
        cluster.advance(20_000);
        assertThat(cluster.effects).as("nobody may begin the third").hasSize(2);
        seen[0].deaf = false;
        cluster.advance(2_000);
        assertThat(cluster.effects).as("the slow one is not made again").hasSize(3).extracting(Effect::key)
                .doesNotHaveDuplicates();
        cluster.advance(8_000);
        outcome.assertCompleted();
        assertThat(cluster.effects).hasSize(3);
    }

    @Test
    void whoWasTakenOverWhileHeHadNoLeaseBeginsNothing() {
        ClusterFixture cluster = new ClusterFixture(BRANCHES);
        DeafStore[] seen = new DeafStore[1];
        NodeUnderTest a = cluster.node("a", 0, session -> {
            DeafStore rowless = new DeafStore(session, "row");
            rowless.deaf = true;
            return seen[0] = new DeafStore(rowless, "heartbeat");
        });
        cluster.world = call -> cluster.answerAfter(call.task().contains("slow") ? 30_000 : 8_000);
        String id = a.start("{}");
        seen[0].deaf = true;
        cluster.advance(8_500);
        NodeUnderTest b = cluster.node("b");
        UniAssertSubscriber<Ended> outcome = b.outcome(id);
        cluster.advance(5_000);
        seen[0].deaf = false;
        cluster.advance(60_000);
        outcome.assertCompleted();
        assertThat(cluster.effects).extracting(Effect::node).containsExactly("a", "a", "b", "b");
    }

    @Test
    void startsWaitForTheFirstHeartbeat() {
        ClusterFixture cluster = new ClusterFixture(TWO_CALLS);
        DeafStore[] seen = new DeafStore[1];
        NodeUnderTest a = cluster.node("a", 0, session -> {
            seen[0] = new DeafStore(session, "heartbeat");
            seen[0].deaf = true;
            return seen[0];
        });
        a.tryStart("{}").assertFailedWith(CairnException.class, "CAIRN-0411");
        seen[0].deaf = false;
        cluster.advance(1_000);
        a.start("{}");
    }

    @Test
    void nodesWhoseClocksDifferByAnHourAgreeOnTime() {
        ClusterFixture cluster = new ClusterFixture(LONG_WAIT);
        NodeUnderTest a = cluster.node("a", 3_600_000, session -> session);
        NodeUnderTest b = cluster.node("b", -3_600_000, session -> session);
        String id = a.start("{}");
        assertThat(cluster.store.get(id).row().createdAtMillis()).isEqualTo(NOON);
        assertThat(cluster.store.get(id).row().wakeAtMillis()).isEqualTo(NOON + 600_000);
        a.stop();
        cluster.advance(599_999);
        assertThat(cluster.effects).isEmpty();
        cluster.advance(100);
        assertThat(cluster.effects).extracting(Effect::node).containsExactly("b");
        b.outcome(id).assertCompleted();
    }

    @Test
    void aNodeThatStopsHandsOverAtOnce() {
        ClusterFixture cluster = new ClusterFixture(SHORT_WAIT);
        NodeUnderTest a = cluster.node("a");
        cluster.node("b");
        a.start("{}");
        cluster.advance(1_000);
        a.stop();
        cluster.advance(2_000 + 100);
        assertThat(cluster.effects).extracting(Effect::node).containsExactly("b");
    }

    @Test
    void whatANodeThatStopsHasUnderWayIsAnsweredFirstAndTheRestGoesOnElsewhere() {
        ClusterFixture cluster = new ClusterFixture(TWO_CALLS);
        NodeUnderTest a = cluster.node("a");
        cluster.node("b");
        List<Runnable> answers = new ArrayList<>();
        cluster.world = call -> Uni.createFrom().emitter(emitter -> answers.add(() -> emitter
                .complete(JsonCodec.read("1"))));
        String id = a.start("{}");
        a.stop(() -> answers.get(0).run());
        cluster.advance(1_000);
        assertThat(cluster.effects).extracting(Effect::node).containsExactly("a", "b");
        assertThat(cluster.effects).extracting(Effect::key).doesNotHaveDuplicates();
        answers.get(1).run();
        cluster.run();
        assertThat(cluster.store.get(id).row().status()).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void aResultIsAwaitedOnAnyNode() {
        ClusterFixture cluster = new ClusterFixture(TWO_CALLS);
        NodeUnderTest a = cluster.node("a");
        NodeUnderTest b = cluster.node("b");
        cluster.world = call -> cluster.answerAfter(10_000);
        String id = a.start("{}");
        UniAssertSubscriber<Ended> outcome = b.outcome(id);
        cluster.advance(19_900);
        outcome.assertNotTerminated();
        cluster.advance(1_100);
        outcome.assertCompleted();
        b.outcome("missing").assertFailedWith(CairnException.class, "CAIRN-0414");
        assertThat(cluster.effects).extracting(Effect::node).containsOnly("a");
    }

    @Test
    void aRollingRestartUnderLoadDoesEverythingOnce() {
        ClusterFixture cluster = new ClusterFixture("""
                do:
                  - first: {call: ask, with: {question: 1}}
                  - pause: {wait: {seconds: 2}}
                  - long: {wait: {seconds: 20}}
                  - second: {call: ask, with: {question: 2}}
                """);
        List<NodeUnderTest> nodes = new ArrayList<>(List.of(cluster.node("a"), cluster.node("b"), cluster.node("c")));
        Set<String> ids = new HashSet<>();
        for (int round = 0; round < 12; round++) {
            for (NodeUnderTest node : nodes) {
                ids.add(node.start("{}"));
            }
            cluster.advance(1_700);
            if (round % 3 == 2) {
                NodeUnderTest oldest = nodes.remove(0);
                oldest.stop();
                nodes.add(cluster.node(oldest.id.name()));
            }
        }
        cluster.advance(60_000);
        assertThat(cluster.store.all()).hasSize(36)
                .allMatch(instance -> instance.row().status() == InstanceStatus.COMPLETED);
        assertThat(cluster.effects).hasSize(72).extracting(Effect::key).doesNotHaveDuplicates();
    }

    @Test
    void timersFireOnceAtTheirTimeWhoeverClaimsThem() {
        ClusterFixture cluster = new ClusterFixture(LONG_WAIT);
        List<NodeUnderTest> nodes = List.of(cluster.node("a"), cluster.node("b"), cluster.node("c"));
        assertThatTimersFire(cluster, nodes, () -> {});
        assertThat(cluster.effects).extracting(Effect::node).contains("a", "b", "c");
    }

    @Test
    void aTimerThatTheFirstNodesMissFiresAtItsTimeOnTheLast() {
        ClusterFixture cluster = new ClusterFixture(LONG_WAIT);
        List<NodeUnderTest> nodes = List.of(cluster.node("a"), cluster.node("b"), cluster.node("c"));
        assertThatTimersFire(cluster, nodes, () -> {
            nodes.get(0).pause();
            nodes.get(1).pause();
        });
        assertThat(cluster.effects).extracting(Effect::node).containsOnly("c");
    }

    /** Just before the first is claimed something happens. */
    private static void assertThatTimersFire(ClusterFixture cluster, List<NodeUnderTest> nodes, Runnable before) {
        Map<String, Long> due = new HashMap<>();
        for (int i = 0; i < 300; i++) {
            String id = nodes.get(i % 3).start("{}");
            due.put(id + ":/do/1/last", cluster.store.get(id).row().wakeAtMillis());
            cluster.advance(i % 7);
        }
        cluster.advance(Collections.min(due.values()) - AHEAD_MILLIS - cluster.time.millis() - 1);
        before.run();
        cluster.advance(FAILOVER_MILLIS / 2);
        assertThat(cluster.effects).hasSize(300).extracting(Effect::key).doesNotHaveDuplicates();
        assertThat(cluster.effects).allSatisfy(effect -> assertThat(effect.beganAtMillis())
                .isEqualTo(due.get(effect.key())));
    }

    @Test
    void whatWasClaimedForATimerByANodeThatDiedBeforeItsTimeGoesOnElsewhere() {
        ClusterFixture cluster = new ClusterFixture(LONG_WAIT);
        NodeUnderTest a = cluster.node("a");
        String id = a.start("{}");
        cluster.advance(600_000 - 1);
        assertThat(cluster.store.get(id).row().owner()).isEqualTo(a.id.id());
        NodeUnderTest b = cluster.node("b");
        a.pause();
        cluster.advance(FAILOVER_MILLIS);
        assertThat(cluster.effects).extracting(Effect::node).containsExactly("b");
        b.outcome(id).assertCompleted();
    }

    @Test
    void aShortWaitOfADeadNodeEndsElsewhere() {
        ClusterFixture cluster = new ClusterFixture(SHORT_WAIT);
        NodeUnderTest a = cluster.node("a");
        cluster.node("b");
        a.start("{}");
        a.pause();
        cluster.advance(FAILOVER_MILLIS);
        assertThat(cluster.effects).extracting(Effect::node).containsExactly("b");
    }

    @Test
    void aStartWhoseReplyWasLostIsTakenUpWithoutARestart() {
        ClusterFixture cluster = new ClusterFixture(TWO_CALLS);
        DeafStore[] seen = new DeafStore[1];
        NodeUnderTest a = cluster.node("a", 0, session -> seen[0] = new DeafStore(session, "commit"));
        seen[0].afterwards = true;
        seen[0].deaf = true;
        a.tryStart("{}").assertFailedWith(CairnException.class, "CAIRN-0411");
        seen[0].deaf = false;
        assertThat(cluster.effects).isEmpty();
        cluster.advance(2_000);
        assertThat(cluster.store.all().get(0).row().status()).isEqualTo(InstanceStatus.COMPLETED);
        assertThat(cluster.effects).hasSize(2);
    }

    @Test
    void thatItCannotLookForLostStartsIsSaidAndItLooksAgain() {
        ClusterFixture cluster = new ClusterFixture(TWO_CALLS);
        DeafStore[] commits = new DeafStore[1];
        DeafStore[] finds = new DeafStore[1];
        NodeUnderTest a = cluster.node("a", 0, session -> {
            finds[0] = new DeafStore(session, "findOwned");
            commits[0] = new DeafStore(finds[0], "commit");
            return commits[0];
        });
        commits[0].afterwards = true;
        commits[0].deaf = true;
        finds[0].deaf = true;
        a.tryStart("{}").assertFailedWith(CairnException.class, "CAIRN-0411");
        commits[0].deaf = false;
        cluster.advance(15_000);
        assertThat(a.engine.trouble()).contains("searches");
        finds[0].deaf = false;
        cluster.advance(3_000);
        assertThat(a.engine.trouble()).isEmpty();
        assertThat(cluster.store.all().get(0).row().status()).isEqualTo(InstanceStatus.COMPLETED);
    }

    /** Fails at one method while it is deaf. */
    private static final class DeafStore extends ForwardingStore {
        private final String method;
        private boolean deaf;
        private boolean afterwards;

        DeafStore(InstanceStore real, String method) {
            super(real);
            this.method = method;
        }

        @Override
        protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
            if (!deaf || !name.equals(method)) {
                return forward.get();
            }
            Supplier<Throwable> failure = () -> new StoreException("deaf", false, null);
            return afterwards ? forward.get().chain(done -> Uni.createFrom().failure(failure))
                    : Uni.createFrom().failure(failure);
        }
    }
}
