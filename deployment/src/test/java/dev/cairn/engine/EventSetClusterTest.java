package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.engine.EventSetScenario.FailingWrites;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Nodes gather events in the same sets: each event counts in one, and each complete set starts one instance. */
class EventSetClusterTest {

    private static final String BOTH = EventSetScenario.BOTH;
    private static final String FOUR = """
            schedule: {on: {any: [{with: {type: paid}}, {with: {type: packed}}], until: length == 4}}
            do: [{last: {set: "${ map(.id) }"}}]
            """;
    private static final String[] UNTOUCHED = { "heartbeat", "alive", "leases" };
    private static final int EVENTS = 16;

    private static UniAssertSubscriber<PublishResult> publish(NodeUnderTest node, String type, String id) {
        return new EngineCloudEventBus(node.engine).publish(EventSetScenario.event(type, id, "7"))
                .subscribe().withSubscriber(UniAssertSubscriber.create());
    }

    private static List<String> started(ClusterFixture cluster) {
        return cluster.store.all().stream().map(stored -> stored.row().id()).filter(InstanceIdGenerator::isOfEvent).toList();
    }

    private static List<String> outputs(ClusterFixture cluster, NodeUnderTest node) {
        return started(cluster).stream().map(id -> node.outcome(id).assertCompleted().getItem().output().toString()).toList();
    }

    @Test
    void eventsOfTwoNodesStandInOneSet() {
        ClusterFixture cluster = new ClusterFixture(BOTH);
        NodeUnderTest a = cluster.node("a");
        NodeUnderTest b = cluster.node("b");
        UniAssertSubscriber<PublishResult> first = publish(a, "paid", "1");
        UniAssertSubscriber<PublishResult> second = publish(b, "packed", "2");
        cluster.advance(5_000);
        assertThat(first.assertCompleted().getItem()).isEqualTo(PublishResult.takenBy(1));
        assertThat(second.assertCompleted().getItem()).isEqualTo(PublishResult.takenBy(1));
        assertThat(outputs(cluster, a)).singleElement().asString().contains("\"1\"", "\"2\"");
    }

    @Test
    void theSameEventOnTwoNodesCountsOnce() {
        ClusterFixture cluster = new ClusterFixture(FOUR);
        NodeUnderTest a = cluster.node("a");
        NodeUnderTest b = cluster.node("b");
        for (String id : List.of("1", "2", "3")) {
            publish(a, "paid", id);
            publish(b, "paid", id);
        }
        cluster.advance(5_000);
        assertThat(started(cluster)).isEmpty();
        publish(b, "packed", "4");
        publish(a, "packed", "4");
        cluster.advance(5_000);
        assertThat(outputs(cluster, a)).singleElement().asString().contains("\"1\"", "\"2\"", "\"3\"", "\"4\"");
    }

    /** The store answers the node that completes the set, and the node dies before it starts the instance. */
    @Test
    void anotherNodeStartsTheInstanceOfACompleteSet() {
        ClusterFixture cluster = new ClusterFixture(BOTH);
        NodeUnderTest a = cluster.node("a", 0, FailingWrites::ofStarts);
        NodeUnderTest b = cluster.node("b");
        publish(a, "paid", "1");
        UniAssertSubscriber<PublishResult> last = publish(a, "packed", "2");
        cluster.advance(6_000);
        last.assertFailed();
        a.pause();
        assertThat(started(cluster)).isEmpty();
        cluster.advance(40_000);
        assertThat(outputs(cluster, b)).containsExactly("[\"1\",\"2\"]");
        publish(b, "packed", "2");
        publish(b, "paid", "1");
        cluster.advance(30_000);
        assertThat(started(cluster)).hasSize(1);
    }

    /** A node of another build has the row, and cannot start the workflow. */
    @Test
    void aNodeWithoutTheWorkflowLeavesTheSetToOthers() {
        ClusterFixture cluster = new ClusterFixture(BOTH);
        NodeUnderTest a = cluster.node("a", 0, FailingWrites::ofStarts);
        publish(a, "paid", "1");
        publish(a, "packed", "2");
        cluster.run();
        a.pause();
        cluster.nextNodesHave("document: {dsl: 1.0.3, namespace: test, name: other, version: 1.0.0}\ndo: [{a: {set: {b: 1}}}]");
        NodeUnderTest b = cluster.node("b");
        cluster.advance(60_000);
        int commits = cluster.store.commits();
        cluster.advance(50_000);
        assertThat(cluster.store.commits() - commits).as("looks at the set").isLessThanOrEqualTo(2);
        assertThat(started(cluster)).isEmpty();
        cluster.nextNodesHave(BOTH);
        NodeUnderTest c = cluster.node("c");
        cluster.advance(60_000);
        assertThat(outputs(cluster, c)).containsExactly("[\"1\",\"2\"]");
        assertThat(b.engine.condition().load().instances()).isZero();
    }

    /** An instance that listens on another node would take an event of its own set as another one. */
    @Test
    void anInstanceReceivesNoEventOfItsSetFromAnotherNode() {
        ClusterFixture cluster = new ClusterFixture(BOTH.replace("do: [",
                "do: [{next: {listen: {to: {one: {with: {type: paid}}}}}}, "));
        NodeUnderTest a = cluster.node("a");
        NodeUnderTest b = cluster.node("b");
        publish(a, "paid", "1");
        publish(b, "packed", "2");
        cluster.advance(10_000);
        assertThat(cluster.status(started(cluster).get(0))).isIn(InstanceStatus.RUNNING, InstanceStatus.WAITING);
        publish(b, "paid", "3");
        cluster.advance(10_000);
        assertThat(cluster.status(started(cluster).get(0))).isEqualTo(InstanceStatus.COMPLETED);
    }

    /**
     * A node opens a set with the number that was the next when it searched. Others have ended that set since, and opened a later one,
     * to which a node is adding the same event.
     */
    @Test
    void aSetThatIsOpenedTooLateIsNotUsed() {
        ClusterFixture cluster = new ClusterFixture(BOTH);
        List<HeldSets> stores = new ArrayList<>();
        List<NodeUnderTest> nodes = cluster.twoNodes(HeldSets::new, stores);
        stores.get(0).holds = true;
        publish(nodes.get(0), "paid", "e");
        cluster.advance(5_000);
        for (String event : List.of("paid-1", "packed-2", "packed-3")) {
            publish(nodes.get(1), event.substring(0, event.indexOf('-')), event);
            cluster.advance(5_000);
        }
        stores.get(1).holds = true;
        publish(nodes.get(1), "paid", "e");
        cluster.advance(5_000);
        stores.forEach(store -> assertThat(store.held).hasSize(1));
        stores.forEach(store -> {
            store.letGo();
            cluster.advance(5_000);
        });
        publish(nodes.get(1), "packed", "packed-4");
        cluster.advance(5_000);
        assertThat(outputs(cluster, nodes.get(0))).containsExactlyInAnyOrder("[\"paid-1\",\"packed-2\"]",
                "[\"packed-3\",\"e\"]");
    }

    static LongStream seeds() {
        return LongStream.range(0, 60);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void inAnyOrderEachEventOfPairsCountsOnce(long seed) {
        anyOrder(seed, BOTH, 2);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void inAnyOrderEachEventOfFourCountsOnce(long seed) {
        anyOrder(seed, FOUR, 4);
    }

    /** Each event is published once or twice, at the same time on both nodes or later, while each call of the store is held back. */
    private static void anyOrder(long seed, String workflow, int size) {
        Random random = new Random(seed);
        ClusterFixture cluster = new ClusterFixture(workflow);
        List<ShuffledStore> stores = new ArrayList<>();
        List<NodeUnderTest> nodes = cluster.twoNodes(session -> new ShuffledStore(session, UNTOUCHED), stores);
        cluster.advance(2_000);
        stores.forEach(store -> store.shuffles = true);
        Map<String, List<UniAssertSubscriber<PublishResult>>> published = new TreeMap<>();
        for (int i = 0; i < 1_500; i++) {
            if (random.nextInt(25) == 0) {
                int event = random.nextInt(EVENTS);
                published.computeIfAbsent("e" + event, any -> new ArrayList<>())
                        .add(publish(nodes.get(random.nextInt(2)), event % 2 == 0 ? "paid" : "packed", "e" + event));
            }
            switch (random.nextInt(8)) {
                case 0, 1, 2, 3 -> stores.get(random.nextInt(2)).goOn(random);
                case 4, 5, 6 -> nodes.get(random.nextInt(2)).threads.runNext();
                default -> cluster.time.advance(random.nextInt(40));
            }
        }
        stores.forEach(store -> store.end(random));
        cluster.advance(60_000);
        for (int event = 0; event < EVENTS; event++) {
            String id = "e" + event;
            published.computeIfAbsent(id, any -> new ArrayList<>())
                    .add(publish(nodes.get(0), event % 2 == 0 ? "paid" : "packed", id));
            cluster.advance(1_000);
        }
        cluster.advance(60_000);
        assertThat(published.values()).allSatisfy(all -> all.get(all.size() - 1).assertCompleted());
        List<String> counted = new ArrayList<>();
        started(cluster).forEach(id -> {
            JsonNode output = nodes.get(0).outcome(id).assertCompleted().getItem().output().tree();
            assertThat(output).as("seed %s", seed).hasSize(size);
            output.forEach(value -> counted.add(value.asText()));
        });
        assertThat(counted).as("seed %s", seed).doesNotHaveDuplicates();
        Set<String> all = new HashSet<>(published.keySet());
        assertThat(new HashSet<>(counted)).as("seed %s", seed).isEqualTo(all);
    }

    /** Holds the writes of sets back. */
    private static final class HeldSets extends ForwardingStore {
        private final List<Runnable> held = new ArrayList<>();
        private boolean holds;

        HeldSets(InstanceStore session) {
            super(session);
        }

        void letGo() {
            holds = false;
            held.forEach(Runnable::run);
        }

        @Override
        public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
            List<InstanceWrite> copy = List.copyOf(batch);
            return holds && copy.stream().anyMatch(write -> InstanceIdGenerator.isEventSet(write.row().id()))
                    ? Uni.createFrom().emitter(emitter -> held
                            .add(() -> super.commit(copy).subscribe().with(emitter::complete, emitter::fail)))
                    : super.commit(copy);
        }
    }
}
