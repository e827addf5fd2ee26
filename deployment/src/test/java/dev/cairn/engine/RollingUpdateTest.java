package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.ClusterFixture.Effect;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.time.RandomSource;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/**
 * Old and new nodes run beside each other. Some of them stand still, die or join while their stores are slow or fail. In the
 * end each instance has come to a node that can run it. The seed determines the whole run.
 */
@Tag("cluster")
class RollingUpdateTest {

    private static final int INSTANCES = 20;
    private static final long DISTURBED_MILLIS = 90_000;
    private static final String OLD = """
            do:
              - first: {call: ask, with: {question: 1}}
            """;
    private static final String NEW = """
            document: {dsl: 1.0.3, namespace: test, name: case, version: 2.0.0}
            do:
              - first: {call: ask, with: {question: 1}}
              - pause: {wait: {seconds: 20}}
              - second: {call: ask, with: {question: 2}}
              - again: {wait: {seconds: 30}}
              - last: {call: ask, with: {question: 3}}
            """;

    /** {@code cairn.chaos.runs} of them, from {@code cairn.chaos.seed} on. */
    static List<Long> seeds() {
        long first = Long.getLong("cairn.chaos.seed", 1);
        List<Long> seeds = new ArrayList<>();
        for (long i = 0; i < Integer.getInteger("cairn.chaos.runs", 6); i++) {
            seeds.add(first + i);
        }
        return seeds;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void eachInstanceComesToANodeThatCanRunIt(long seed) {
        Run run = new Run(seed);
        List<String> ids = run.disturbed();
        run.cluster.advance(60_000);
        run.resumeAll(ids);
        run.cluster.advance(600_000);
        Map<String, String> left = new TreeMap<>();
        for (String id : ids) {
            InstanceRow row = run.cluster.row(id);
            if (row.status() != InstanceStatus.COMPLETED) {
                left.put(id, row.status() + " of " + row.owner());
            }
        }
        assertThat(left).as("instances that have not come to their end, seed %d", seed).isEmpty();
        assertThat(run.cluster.effects.stream().map(Effect::key).distinct()).hasSize(3 * ids.size());
        assertThat(run.cluster.store.messages()).as("messages that nobody deals with, seed %d", seed).isZero();
        assertThat(run.outcomes).allSatisfy(UniAssertSubscriber::assertTerminated);
    }

    /** A cluster to which something happens all the time. */
    private static final class Run {
        private final Random random;
        private final ClusterFixture cluster = new ClusterFixture(OLD);
        private final List<NodeUnderTest> old = new ArrayList<>();
        private final List<NodeUnderTest> fresh = new ArrayList<>();
        private final List<UniAssertSubscriber<Ended>> outcomes = new ArrayList<>();
        private boolean healthy;
        private int names;

        private Run(long seed) {
            random = new Random(seed);
            cluster.chance = new RandomSource() {
                @Override
                public long between(long least, long most) {
                    return least >= most ? least : least + Math.floorMod(random.nextLong(), most - least + 1);
                }

                @Override
                public long bits() {
                    return random.nextLong();
                }
            };
            cluster.world = call -> cluster.answerAfter(random.nextInt(3_000));
        }

        /** Ends with an old and a new node that are well. */
        private List<String> disturbed() {
            for (int i = 0; i < 2; i++) {
                join(false);
                join(true);
            }
            List<String> ids = new ArrayList<>();
            healthy = true;
            cluster.advance(5_000);
            for (int i = 0; i < INSTANCES; i++) {
                ids.add(fresh.get(i % fresh.size()).start("{}"));
                cluster.advance(random.nextInt(200));
            }
            healthy = false;
            ids.forEach(id -> outcomes.add(old.get(0).outcome(id)));
            while (cluster.time.millis() < ClusterFixture.NOON + DISTURBED_MILLIS) {
                disturb(ids);
                cluster.advance(random.nextInt(4_000));
            }
            healthy = true;
            return ids;
        }

        private void resumeAll(List<String> ids) {
            ids.forEach(id -> ask(fresh.get(0), id, OperatorCommandKind.RESUME));
        }

        private void ask(NodeUnderTest node, String id, OperatorCommandKind command) {
            node.engine.command(id, command).subscribe().with(nothing -> {}, failure -> {});
            cluster.run();
        }

        private void disturb(List<String> ids) {
            List<NodeUnderTest> nodes = random.nextBoolean() ? old : fresh;
            NodeUnderTest node = nodes.get(random.nextInt(nodes.size()));
            switch (random.nextInt(6)) {
                case 0:
                    join(nodes == fresh);
                    break;
                case 1:
                    if (nodes.size() > 1 && node != nodes.get(0)) {
                        // For ever.
                        node.pause();
                        nodes.remove(node);
                    }
                    break;
                case 2:
                    for (int i = 0; i < 3; i++) {
                        ask(node, ids.get(random.nextInt(ids.size())),
                                random.nextBoolean() ? OperatorCommandKind.SUSPEND : OperatorCommandKind.RESUME);
                    }
                    break;
                case 3:
                    for (int i = 0; i < 10; i++) {
                        node.engine.events().publish(JsonCodec.read("{\"specversion\": \"1.0\", \"id\": \"" + random.nextInt()
                                + "\", \"source\": \"/test\", \"type\": \"nobody.listens\"}")).subscribe()
                                .with(nothing -> {}, failure -> {});
                        cluster.advance(random.nextInt(50));
                    }
                    break;
                default:
                    node.pause();
                    cluster.advance(100 + random.nextInt(12_000));
                    node.resume();
                    break;
            }
        }

        private void join(boolean isNew) {
            cluster.nextNodesHave(isNew ? new String[] { NEW, OLD } : new String[] { OLD });
            int slownessMillis = random.nextInt(3) == 0 ? 1 + random.nextInt(3_000) : 0;
            int failuresPercent = random.nextInt(3) == 0 ? 1 + random.nextInt(30) : 0;
            // Shifts when it looks for timers against when it hears what it is told.
            long[] firstAnswerMillis = { random.nextInt(990) };
            (isNew ? fresh : old).add(cluster.node("n" + names++, 0, session -> new ForwardingStore(session) {
                @Override
                protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
                    long first = firstAnswerMillis[0];
                    firstAnswerMillis[0] = 0;
                    if (first > 0) {
                        return super.call(name, forward).chain(item -> later(first, item));
                    }
                    if (healthy || name.equals("heartbeat")) {
                        return super.call(name, forward);
                    }
                    boolean fails = random.nextInt(100) < failuresPercent;
                    boolean before = random.nextBoolean();
                    Uni<T> begun = later(slow(), null).chain(any -> fails && before ? failure() : super.call(name, forward));
                    return begun.chain(item -> Run.this.<T>later(slow(), item))
                            .chain(item -> fails ? failure() : Uni.createFrom().item(item));
                }

                private int slow() {
                    return slownessMillis == 0 ? 0 : random.nextInt(slownessMillis);
                }
            }));
        }

        private <T> Uni<T> later(long millis, T item) {
            return millis == 0 ? Uni.createFrom().item(item)
                    : Uni.createFrom().emitter(emitter -> cluster.time.after(millis, () -> emitter.complete(item)));
        }

        private static <T> Uni<T> failure() {
            return Uni.createFrom().failure(new StoreException("planted", false, null));
        }
    }
}
