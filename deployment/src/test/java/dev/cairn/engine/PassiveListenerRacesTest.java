package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.EventBus.PublishResult.Outcome;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.smallrye.mutiny.subscription.UniEmitter;

/** No order of an event, the leaving of an instance and its return loses the event, and none gives it to a task twice. */
class PassiveListenerRacesTest {

    private static final String ORDER = """
            do:
              - paid:
                  listen:
                    to: {one: {with: {type: paid}, correlate: {order: {from: .data.order, expect: "${ .order }"}}}}
                  output: {as: ".[0].sum"}
            """;
    private static final String THREE = """
            do:
              - some:
                  listen:
                    to:
                      any: [{with: {type: paid}, correlate: {order: {from: .data.order, expect: "${ .order }"}}}]
                      until: length == 3
                  output: {as: "map(.sum) | sort"}
            """;
    private static final String TWICE = """
            do:
              - first:
                  listen:
                    to: {one: {with: {type: paid}, correlate: {order: {from: .data.order, expect: "${ .order }"}}}}
                  output: {as: "{order: 7}"}
              - ask: {call: ask, with: {question: 1}}
              - second:
                  input: {from: "{order: 7}"}
                  listen:
                    to: {one: {with: {type: paid}, correlate: {order: {from: .data.order, expect: "${ .order }"}}}}
                  output: {as: ".[0].sum"}
            """;
    private static final String SAYS = "do: [{say: {emit: {event: {with: {type: paid, source: /x, data: {order: 7, sum: 1}}}}}}]";
    private static final String INPUT = "{\"order\":7}";
    private static final String WAITS = "$passive-listeners";
    private static final String[] UNTOUCHED = { "heartbeat", "alive", "leases" };
    private static final long LONG_MILLIS = 30_000;

    private static CloudEvent paid(int sum) {
        return CloudEventBuilder.v1().withId(Integer.toString(sum)).withSource(URI.create("/payments")).withType("paid")
                .withData("application/json", ("{\"order\":7,\"sum\":" + sum + "}").getBytes(StandardCharsets.UTF_8)).build();
    }

    private static UniAssertSubscriber<PublishResult> publish(Engine engine, int sum) {
        return new EngineCloudEventBus(engine).publish(paid(sum)).subscribe().withSubscriber(UniAssertSubscriber.create());
    }

    static LongStream seeds() {
        return LongStream.range(0, 100);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void anInstanceThatLeavesOrReturnsTakesEachEvent(long seed) {
        Random random = new Random(seed);
        EngineFixture fixture = new EngineFixture();
        fixture.workflow(THREE);
        fixture.session = fixture.store.open();
        ShuffledStore store = new ShuffledStore(fixture.session, UNTOUCHED);
        fixture.start(store);
        String id = fixture.begin(INPUT).instanceId();
        fixture.advance(9_000);
        store.shuffles = true;
        List<UniAssertSubscriber<PublishResult>> published = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            if (published.size() < 3 && random.nextInt(60) == 0) {
                published.add(publish(fixture.engine, published.size() + 1));
            }
            step(fixture, store, random);
        }
        store.end(random);
        fixture.threads.runAll();
        while (published.size() < 3) {
            published.add(publish(fixture.engine, published.size() + 1));
            fixture.threads.runAll();
        }
        fixture.advance(LONG_MILLIS);
        published.forEach(each -> assertThat(each.assertCompleted().getItem()).as("seed %s", seed)
                .isEqualTo(PublishResult.takenBy(1)));
        assertThat(fixture.output(id)).as("seed %s", seed).isEqualTo("[1,2,3]");
        fixture.advance(LONG_MILLIS);
        assertThat(subscriptions(fixture)).as("seed %s", seed).isZero();
    }

    private static void step(EngineFixture fixture, ShuffledStore store, Random random) {
        switch (random.nextInt(5)) {
            case 0, 1 -> store.goOn(random);
            case 2, 3 -> fixture.threads.runNext();
            default -> fixture.time.advance(random.nextInt(500));
        }
    }

    private static long subscriptions(EngineFixture fixture) {
        return fixture.store.all().stream().filter(stored -> stored.row().workflow().equals(WAITS)
                && stored.row().status() == InstanceStatus.CANCELLED).count();
    }

    private static long subscriptions(ClusterFixture cluster) {
        return cluster.store.all().stream().filter(stored -> stored.row().workflow().equals(WAITS)
                && stored.row().status() == InstanceStatus.CANCELLED).count();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void itTakesEachEventOnceOnWhicheverNodeItIs(long seed) {
        Random random = new Random(seed);
        ClusterFixture cluster = new ClusterFixture(THREE);
        List<ShuffledStore> stores = new ArrayList<>();
        List<NodeUnderTest> nodes = cluster.twoNodes(session -> new ShuffledStore(session, UNTOUCHED), stores);
        String id = nodes.get(0).start(INPUT);
        cluster.advance(random.nextBoolean() ? LONG_MILLIS : 4_000);
        stores.forEach(store -> store.shuffles = true);
        List<UniAssertSubscriber<PublishResult>> published = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            if (published.size() < 3 && random.nextInt(40) == 0) {
                published.add(publish(nodes.get(random.nextInt(2)).engine, published.size() + 1));
            }
            switch (random.nextInt(5)) {
                case 0, 1 -> stores.get(random.nextInt(2)).goOn(random);
                case 2, 3 -> nodes.get(random.nextInt(2)).threads.runNext();
                default -> cluster.time.advance(random.nextInt(100));
            }
        }
        stores.forEach(store -> store.end(random));
        cluster.run();
        while (published.size() < 3) {
            published.add(publish(nodes.get(0).engine, published.size() + 1));
        }
        cluster.advance(LONG_MILLIS);
        published.forEach(each -> assertThat(each.assertCompleted().getItem().outcome()).as("seed %s", seed)
                .isEqualTo(Outcome.TAKEN));
        assertThat(nodes.get(0).outcome(id).assertCompleted().getItem().output().toString()).as("seed %s", seed)
                .isEqualTo("[1,2,3]");
        cluster.advance(LONG_MILLIS);
        assertThat(subscriptions(cluster)).as("seed %s", seed).isZero();
    }

    @Test
    void anInstanceThatReturnsElsewhereBeforeTheSearchIsFoundThere() {
        ClusterFixture cluster = new ClusterFixture(THREE);
        HeldSearches[] held = new HeldSearches[1];
        NodeUnderTest publisher = cluster.node("a", 0, session -> held[0] = new HeldSearches(session));
        NodeUnderTest other = cluster.node("b");
        String id = other.start(INPUT);
        cluster.advance(LONG_MILLIS);
        held[0].holds = query -> !query.keys().attributes().isEmpty();
        UniAssertSubscriber<PublishResult> published = publish(publisher.engine, 1);
        cluster.advance(5_000);
        assertThat(held[0].waiting).as("all nodes have offered it").hasSize(1);
        UniAssertSubscriber<Void> sent = new EngineClient(other.engine, new ObjectMapper()).instance(id).send(paid(2))
                .subscribe().withSubscriber(UniAssertSubscriber.create());
        cluster.run();
        sent.assertCompleted();
        held[0].letGo();
        cluster.advance(5_000);
        assertThat(published.assertCompleted().getItem()).isEqualTo(PublishResult.takenBy(1));
        publish(other.engine, 3);
        cluster.advance(LONG_MILLIS);
        assertThat(other.outcome(id).assertCompleted().getItem().output().toString()).isEqualTo("[1,2,3]");
    }

    @Test
    void twoNodesThatPublishTheSameEventGiveItOnce() {
        ClusterFixture cluster = new ClusterFixture(THREE);
        List<HeldSearches> stores = new ArrayList<>();
        List<UniAssertSubscriber<PublishResult>> published = new ArrayList<>();
        for (String name : new String[] { "a", "b" }) {
            cluster.node(name, 0, session -> {
                stores.add(new HeldSearches(session));
                return stores.get(stores.size() - 1);
            });
        }
        NodeUnderTest[] nodes = { cluster.node("c"), cluster.node("d") };
        String id = nodes[0].start(INPUT);
        cluster.advance(LONG_MILLIS);
        stores.forEach(store -> store.holds = query -> !query.keys().attributes().isEmpty());
        for (NodeUnderTest node : nodes) {
            published.add(publish(node.engine, 1));
        }
        cluster.advance(5_000);
        stores.forEach(HeldSearches::letGo);
        cluster.advance(5_000);
        published.forEach(each -> assertThat(each.assertCompleted().getItem()).isEqualTo(PublishResult.takenBy(1)));
        publish(nodes[0].engine, 2);
        publish(nodes[1].engine, 3);
        cluster.advance(LONG_MILLIS);
        assertThat(nodes[0].outcome(id).assertCompleted().getItem().output().toString()).isEqualTo("[1,2,3]");
    }

    @Test
    void aNodeThatHasLostTheInstanceDoesNotEndItsNextSubscription() {
        ClusterFixture cluster = new ClusterFixture(TWICE);
        HeldSearches[] held = new HeldSearches[1];
        NodeUnderTest lost = cluster.node("a", 0, session -> held[0] = new HeldSearches(session));
        String id = lost.start(INPUT);
        cluster.advance(LONG_MILLIS);
        held[0].holds = query -> query.keys().businessKey() != null;
        UniAssertSubscriber<PublishResult> published = publish(lost.engine, 1);
        cluster.run();
        assertThat(published.assertCompleted().getItem()).isEqualTo(PublishResult.takenBy(1));
        assertThat(held[0].waiting).hasSize(1);
        lost.pause();
        NodeUnderTest next = cluster.node("b");
        cluster.advance(2 * LONG_MILLIS);
        assertThat(cluster.status(id)).as("it has left the memory of the next node").isEqualTo(InstanceStatus.WAITING);
        held[0].letGo();
        lost.resume();
        cluster.advance(1_000);
        assertThat(subscriptions(cluster)).isEqualTo(1);
        publish(next.engine, 2);
        cluster.advance(LONG_MILLIS);
        assertThat(next.outcome(id).assertCompleted().getItem().output().toString()).isEqualTo("2");
    }

    @Test
    void aNodeThatDoesNotKnowTheDefinitionReachesTheInstance() {
        ClusterFixture cluster = new ClusterFixture(ORDER);
        NodeUnderTest node = cluster.node("a");
        String id = node.start(INPUT);
        cluster.advance(LONG_MILLIS);
        assertThat(cluster.row(id).owner()).isNull();
        cluster.nextNodesHave(SAYS);
        NodeUnderTest publisher = cluster.node("b");
        UniAssertSubscriber<PublishResult> published = publish(publisher.engine, 5);
        cluster.advance(5_000);
        assertThat(published.assertCompleted().getItem()).isEqualTo(PublishResult.takenBy(1));
        assertThat(node.outcome(id).assertCompleted().getItem().output().toString()).isEqualTo("5");
    }

    @Test
    void aCrashBeforeTheSubscriptionEndsLeavesNothingForLong() {
        EngineFixture fixture = new EngineFixture().workflow(ORDER);
        fixture.session = fixture.store.open();
        HeldSearches held = new HeldSearches(fixture.session);
        fixture.start(held);
        String id = fixture.begin(INPUT).instanceId();
        fixture.advance(LONG_MILLIS);
        held.holds = query -> query.keys().businessKey() != null;
        UniAssertSubscriber<PublishResult> published = publish(fixture.engine, 5);
        fixture.threads.runAll();
        assertThat(published.assertCompleted().getItem()).isEqualTo(PublishResult.takenBy(1));
        assertThat(subscriptions(fixture)).isEqualTo(1);
        fixture.start();
        published = publish(fixture.engine, 6);
        fixture.threads.runAll();
        assertThat(published.assertCompleted().getItem().outcome()).isEqualTo(Outcome.NOBODY);
        assertThat(subscriptions(fixture)).isZero();
        assertThat(fixture.output(id)).isEqualTo("5");
    }

    @Test
    void aCrashAfterTheSubscriptionAndBeforeTheLeavingLosesNothing() {
        EngineFixture fixture = new EngineFixture().workflow(ORDER);
        fixture.session = fixture.store.open();
        HeldSearches held = new HeldSearches(fixture.session);
        fixture.start(held);
        String id = fixture.begin(INPUT).instanceId();
        held.holdsWrites = write -> write.row().status() == InstanceStatus.WAITING;
        fixture.advance(LONG_MILLIS);
        assertThat(subscriptions(fixture)).isEqualTo(1);
        assertThat(fixture.store.get(id).row().status()).isEqualTo(InstanceStatus.RUNNING);
        fixture.start();
        UniAssertSubscriber<PublishResult> published = publish(fixture.engine, 5);
        fixture.threads.runAll();
        assertThat(published.assertCompleted().getItem()).isEqualTo(PublishResult.takenBy(1));
        assertThat(fixture.output(id)).isEqualTo("5");
        assertThat(subscriptions(fixture)).isZero();
    }

    @Test
    void anInstanceStaysUntilItsSubscriptionIsDurable() {
        EngineFixture fixture = new EngineFixture().workflow(ORDER);
        fixture.session = fixture.store.open();
        HeldSearches held = new HeldSearches(fixture.session);
        fixture.start(held);
        String id = fixture.begin(INPUT).instanceId();
        held.failsWrites = write -> write.row().workflow().equals(WAITS);
        fixture.advance(LONG_MILLIS);
        UniAssertSubscriber<PublishResult> published = publish(fixture.engine, 5);
        fixture.threads.runAll();
        assertThat(published.assertCompleted().getItem()).isEqualTo(PublishResult.takenBy(1));
        assertThat(fixture.output(id)).isEqualTo("5");
    }

    @Test
    void anEventOfAnInstanceWakesAnother() {
        EngineFixture fixture = new EngineFixture().workflow(ORDER)
                .alsoWorkflow("document: {dsl: 1.0.3, namespace: test, name: says, version: 1.0.0}\n" + SAYS);
        fixture.start();
        String id = fixture.begin(INPUT).instanceId();
        fixture.advance(LONG_MILLIS);
        assertThat(fixture.engine.condition().load().instances()).as("it has left the memory").isZero();
        fixture.beginAlso(SAYS, "{}");
        assertThat(fixture.output(id)).isEqualTo("1");
    }

    /** Holds searches and writes until the test lets them go on. */
    private static final class HeldSearches extends ForwardingStore {
        private final List<Runnable> waiting = new ArrayList<>();
        private Predicate<InstanceQuery> holds = query -> false;
        private Predicate<InstanceWrite> holdsWrites = write -> false;
        private Predicate<InstanceWrite> failsWrites = write -> false;

        HeldSearches(InstanceStore real) {
            super(real);
        }

        void letGo() {
            holds = query -> false;
            waiting.forEach(Runnable::run);
            waiting.clear();
        }

        @Override
        public Uni<InstancePage> find(InstanceQuery query) {
            Uni<InstancePage> search = super.find(query);
            return holds.test(query) ? Uni.createFrom().emitter(emitter -> waiting.add(() -> search.subscribe()
                    .with(emitter::complete, emitter::fail))) : search;
        }

        @Override
        public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
            if (batch.stream().anyMatch(failsWrites)) {
                return Uni.createFrom().failure(new StoreException("the disk is busy", false, null));
            }
            return batch.stream().anyMatch(holdsWrites)
                    ? Uni.createFrom().emitter((UniEmitter<? super List<CommitResult>> never) -> {})
                    : super.commit(batch);
        }
    }
}
