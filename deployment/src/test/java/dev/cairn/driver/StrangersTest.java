package dev.cairn.driver;

import static dev.cairn.driver.ClusterFixture.FAILOVER_MILLIS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnException;
import dev.cairn.driver.ClusterFixture.Effect;
import dev.cairn.driver.ClusterFixture.NodeUnderTest;
import dev.cairn.executor.Happening.Ended;
import dev.cairn.spi.InstanceStatus;
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
    void whatStaysSinceTheOthersAreGoneIsTold() {
        NodeUnderTest c = node("c", NEW, OLD);
        String id = c.start("{}");
        UniAssertSubscriber<Ended> onA = a.outcome(id);
        UniAssertSubscriber<Ended> onB = b.outcome(id);
        cluster.advance(HEARTBEAT_MILLIS);
        c.stop();
        // A moment before it is due one of them has claimed it, and has not looked for orphans since.
        cluster.advance(WAIT_MILLIS - HEARTBEAT_MILLIS - 30);
        boolean takenByA = a.engine.view(id).await().indefinitely().status() == InstanceStatus.SUSPENDED;
        onA.assertNotTerminated();
        onB.assertNotTerminated();
        (takenByA ? b : a).stop();
        cluster.advance(HEARTBEAT_MILLIS);
        (takenByA ? onA : onB).assertFailedWith(CairnException.class, "has no workflow test:case:2.0.0");
    }
}
