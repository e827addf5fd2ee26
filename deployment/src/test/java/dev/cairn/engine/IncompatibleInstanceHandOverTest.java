package dev.cairn.engine;

import static dev.cairn.engine.ClusterFixture.FAILOVER_MILLIS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnException;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.ClusterFixture.Effect;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.engine.instance.OperatorCommand;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.spi.Claim;
import dev.cairn.spi.InstanceRow;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Nodes with an old and with a new version of the application share a store, as in a rolling update. */
class IncompatibleInstanceHandOverTest {

    static final long HEARTBEAT_MILLIS = FAILOVER_MILLIS / 10;
    static final int MANY = 20;
    static final long WAIT_MILLIS = 60_000;
    static final String OLD = """
            do:
              - first: {call: ask, with: {question: 1}}
            """;
    static final String NEW = """
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

    private static boolean isParkedOn(NodeUnderTest node, String id) {
        UniAssertSubscriber<Ended> outcome = node.outcome(id);
        Throwable failure = outcome.getFailure();
        outcome.cancel();
        return failure instanceof CairnException refusal && refusal.reason() == CairnException.Reason.INSTANCE_SUSPENDED;
    }

    @Test
    void aTimerThatAnOldNodeTriesFirstFiresOnTheNewOne() {
        NodeUnderTest c = node("c", NEW, OLD);
        List<String> ids = c.start(MANY);
        List<UniAssertSubscriber<Ended>> outcomes = ids.stream().map(a::outcome).toList();
        cluster.advance(WAIT_MILLIS + 3 * HEARTBEAT_MILLIS);
        assertThat(ids).allSatisfy(id -> assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED));
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
        List<String> ids = d.start(MANY);
        d.pause();
        cluster.advance(FAILOVER_MILLIS);
        assertThat(cluster.effects).hasSize(2 * MANY);
        assertThat(cluster.effects.subList(MANY, 2 * MANY)).extracting(Effect::node).containsOnly("c");
        cluster.advance(WAIT_MILLIS + 4 * HEARTBEAT_MILLIS);
        assertThat(ids).allSatisfy(id -> assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED));
    }

    @Test
    void whatNobodyHasIsParkedUntilANodeJoinsThatHasIt() {
        NodeUnderTest c = node("c", NEW, OLD);
        cluster.world = call -> cluster.answerAfter(1_000);
        List<String> ids = c.start(MANY);
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
        assertThat(ids).allSatisfy(id -> assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED));
        assertThat(cluster.effects).hasSize(3 * MANY);
    }

    @Test
    void anInstanceThatDoesNotFitGoesToWhereItDoes() {
        NodeUnderTest c = node("c", CHANGED);
        List<String> ids = c.start(MANY);
        cluster.advance(WAIT_MILLIS + 3 * HEARTBEAT_MILLIS);
        assertThat(ids).allSatisfy(id -> assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED));
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
        List<String> ids = c.start(MANY);
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
        assertThat(ids).allSatisfy(id -> assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED));
    }

    @Test
    void aTimerOfWhatNobodyCanRunIsNotTried() {
        List<String> tried = new ArrayList<>();
        ClusterFixture fresh = new ClusterFixture(OLD);
        for (String name : List.of("a", "b")) {
            fresh.node(name, 0, session -> new ForwardingStore(session) {
                @Override
                public Uni<List<Claim>> claim(String nodeId, List<String> instanceIds) {
                    tried.addAll(instanceIds);
                    return super.claim(nodeId, instanceIds);
                }
            });
        }
        fresh.nextNodesHave(NEW, OLD);
        NodeUnderTest c = fresh.node("c");
        List<String> ids = c.start(MANY);
        fresh.advance(HEARTBEAT_MILLIS);
        c.stop();
        fresh.advance(WAIT_MILLIS + 4 * HEARTBEAT_MILLIS);

        tried.clear();
        fresh.advance(300_000);
        // It is parked, and the timer is no longer in its row.
        assertThat(tried).isEmpty();

        fresh.node("d");
        fresh.advance(4 * HEARTBEAT_MILLIS);
        assertThat(ids).allSatisfy(id -> assertThat(fresh.status(id)).isEqualTo(InstanceStatus.COMPLETED));
    }

    @Test
    void aNodeThatIsSilentForAWhileGetsThemAfterIt() {
        NodeUnderTest c = node("c", NEW, OLD);
        cluster.advance(150);
        NodeUnderTest d = node("d", NEW, OLD);
        cluster.world = call -> cluster.answerAfter(1_000);
        List<String> ids = d.start(MANY);
        d.pause();
        cluster.advance(6_900);
        c.pause();
        cluster.advance(5_500);
        c.resume();
        cluster.advance(WAIT_MILLIS + FAILOVER_MILLIS);
        assertThat(ids).allSatisfy(id -> assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED));
    }

    @Test
    void eventsThatArePublishedOnAnOldNodeDoNotHoldThemThere() {
        node("c", NEW, OLD);
        cluster.advance(150);
        NodeUnderTest d = node("d", NEW, OLD);
        cluster.world = call -> cluster.answerAfter(1_000);
        d.start(MANY);
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
        return JsonCodec.read("{\"specversion\": \"1.0\", \"id\": \"e-" + number
                + "\", \"source\": \"/test\", \"type\": \"nobody.listens\"}");
    }

    @Test
    void whoeverWaitsForOneThatIsHandedOverGoesOnWaiting() {
        NodeUnderTest c = node("c", NEW, OLD);
        List<String> ids = c.start(MANY);
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
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SEND")
    void whatIsAskedOfOneThatIsHandedOverIsDone(OperatorCommandKind command) {
        for (long beforeDueMillis : new long[] { 130, 90, 60, 30, 0 }) {
            ClusterFixture fresh = new ClusterFixture(OLD);
            NodeUnderTest old = fresh.node("a");
            fresh.node("b");
            fresh.nextNodesHave(NEW, OLD);
            NodeUnderTest c = fresh.node("c");
            List<String> ids = c.start(MANY);
            fresh.advance(WAIT_MILLIS - beforeDueMillis);
            List<UniAssertSubscriber<Void>> asked = new ArrayList<>();
            for (String id : ids) {
                OperatorCommand what = command == OperatorCommandKind.FIRE ? OperatorCommand.fire(null, "/do/1/pause")
                        : new OperatorCommand(command, null);
                asked.add((asked.size() % 2 == 0 ? old : c).engine.operations().command(id, what).subscribe()
                        .withSubscriber(UniAssertSubscriber.create()));
            }
            fresh.advance(10_000);
            for (int i = 0; i < MANY; i++) {
                InstanceStatus now = fresh.status(ids.get(i));
                boolean endedBefore = now == InstanceStatus.COMPLETED;
                assertThat(asked.get(i).getFailure()).as("%s %d ms before, %s: %s", command, beforeDueMillis, ids.get(i), now)
                        .matches(failure -> failure == null || endedBefore && failure.getMessage().startsWith("CAIRN-0441"));
                assertThat(now).isIn(command == OperatorCommandKind.SUSPEND ? InstanceStatus.SUSPENDED
                        : command == OperatorCommandKind.RESUME || command == OperatorCommandKind.FIRE
                                ? InstanceStatus.COMPLETED
                                : InstanceStatus.CANCELLED,
                        InstanceStatus.COMPLETED);
            }
        }
    }

    /**
     * The node's object in memory dates from before other nodes owned the instance. When the node reads the owner, it owns the
     * instance again.
     */
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
        List<String> ids = c.start(MANY);
        c.pause();
        cluster.advance(FAILOVER_MILLIS);
        assertThat(ids).allSatisfy(id -> assertThat(isParkedOn(a, id)).isNotEqualTo(isParkedOn(b, id)));
        slow[0] = 3_000;
        cluster.world = call -> cluster.answerAfter(0);
        c.resume();
        cluster.advance(10_000);
        slow[0] = 0;
        cluster.advance(WAIT_MILLIS + FAILOVER_MILLIS);
        assertThat(ids).allSatisfy(id -> assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED));
    }

    @Test
    void anOldNodeSuspendsAndResumesWhatANewOneRuns() {
        NodeUnderTest c = node("c", NEW, OLD);
        List<String> ids = c.start(MANY);
        cluster.advance(HEARTBEAT_MILLIS);
        for (int round = 0; round < 2; round++) {
            ask(OperatorCommandKind.SUSPEND, ids, InstanceStatus.SUSPENDED);
            ask(OperatorCommandKind.RESUME, ids, InstanceStatus.WAITING);
        }
        cluster.advance(WAIT_MILLIS);
        assertThat(ids).allSatisfy(id -> assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED));
    }

    private void ask(OperatorCommandKind command, List<String> ids, InstanceStatus expected) {
        List<UniAssertSubscriber<Void>> asked = ids.stream()
                .map(id -> a.engine.command(id, command).subscribe().withSubscriber(UniAssertSubscriber.create())).toList();
        cluster.advance(4 * HEARTBEAT_MILLIS);
        asked.forEach(UniAssertSubscriber::assertCompleted);
        cluster.advance(6_000);
        assertThat(ids).allSatisfy(id -> assertThat(cluster.status(id)).isEqualTo(expected));
    }
}
