package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.engine.event.EventMessageCodec;
import dev.cairn.engine.option.TaskHistoryRules;
import dev.cairn.event.CloudEventConverter;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.journal.PayloadCodecChain;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.NodeMessage;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.testkit.MemoryStore;
import dev.cairn.value.JsonPayload;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** An event that is published on one node finds the listeners on all. */
class ClusterEventsTest {

    private static final String PAID = "do: [{paid: {listen: {to: {one: {with: {type: paid}}}}}}]";
    private static final String THREE = """
            do:
              - some: {listen: {to: {any: [{with: {type: paid}}], until: length == 3}}}
            """;

    private final List<Watched> stores = new ArrayList<>();
    private ClusterFixture cluster = new ClusterFixture(PAID);

    private NodeUnderTest node(String name) {
        return cluster.node(name, 0, session -> {
            stores.add(new Watched((MemoryStore.Session) session));
            return stores.get(stores.size() - 1);
        });
    }

    private UniAssertSubscriber<PublishResult> publish(NodeUnderTest node, String id) {
        UniAssertSubscriber<PublishResult> published = new EngineCloudEventBus(node.engine).publish(paid(id)).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        cluster.run();
        return published;
    }

    private static CloudEvent paid(String id) {
        return CloudEventBuilder.v1().withId(id).withSource(URI.create("/payments")).withType("paid")
                .withData("application/json", ("{\"number\":" + id + "}").getBytes(StandardCharsets.UTF_8)).build();
    }

    private int entries(String id) {
        return cluster.store.get(id).entries().size();
    }

    private List<NodeMessage> told(NodeUnderTest node) {
        return stores.get(0).nodeMessages().orElseThrow().told(node.engine.nodeId(), 1_000).await().indefinitely();
    }

    private List<String> alive() {
        return stores.get(0).nodeMessages().orElseThrow().alive().await().indefinitely();
    }

    private void leave(NodeUnderTest node, byte[] body) {
        leave(node, "m-1", body);
    }

    private void leave(NodeUnderTest node, String id, byte[] body) {
        stores.get(0).nodeMessages().orElseThrow().tell(List.of(new NodeMessage(node.engine.nodeId(), id, body))).await()
                .indefinitely();
    }

    @Test
    void anEventFindsThoseWhoListenOnEachNode() {
        NodeUnderTest a = node("a");
        NodeUnderTest b = node("b");
        NodeUnderTest c = node("c");
        List<String> listening = List.of(a.start("{}"), b.start("{}"), c.start("{}"));
        UniAssertSubscriber<PublishResult> published = publish(b, "1");
        published.assertNotTerminated();
        cluster.advance(2_500);
        published.assertCompleted();
        assertThat(listening).allSatisfy(id -> assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED));
        assertThat(told(a)).isEmpty();
        assertThat(told(c)).isEmpty();
    }

    @Test
    void anEventIsNotAcknowledgedBeforeAnInstanceOfAnotherNodeHasItDurably() {
        NodeUnderTest a = node("a");
        NodeUnderTest b = node("b");
        String id = a.start("{}");
        stores.get(0).session.hold();
        UniAssertSubscriber<PublishResult> published = publish(b, "1");
        cluster.advance(5_000);
        assertThat(stores.get(0).session.held()).isEqualTo(1);
        published.assertNotTerminated();
        stores.get(0).session.release();
        cluster.advance(2_000);
        published.assertCompleted();
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void whatAnInstanceEmitsReachesAnInstanceOfAnotherNode() {
        cluster = new ClusterFixture("""
                do:
                  - which: {switch: [{emits: {when: .emits, then: tell}}, {other: {then: wait}}]}
                  - tell: {emit: {event: {with: {type: paid, source: /s, data: 7}}}, then: end}
                  - wait: {listen: {to: {one: {with: {type: paid}}}}}
                """);
        NodeUnderTest a = node("a");
        NodeUnderTest b = node("b");
        String listening = a.start("{\"emits\":false}");
        UniAssertSubscriber<Ended> emitted = b.outcome(b.start("{\"emits\":true}"));
        emitted.assertNotTerminated();
        cluster.advance(3_000);
        emitted.assertCompleted();
        assertThat(a.outcome(listening).assertCompleted().getItem().output()).hasToString("[7]");
    }

    @Test
    void anEventReachesWhatANodeRanThatDiesBeforeItHears() {
        NodeUnderTest a = node("a");
        NodeUnderTest b = node("b");
        node("c");
        String id = a.start("{}");
        a.pause();
        UniAssertSubscriber<PublishResult> published = publish(b, "1");
        cluster.advance(5_000);
        published.assertNotTerminated();
        cluster.advance(ClusterFixture.FAILOVER_MILLIS);
        published.assertCompleted();
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED);
        assertThat(told(a)).isEmpty();
    }

    @Test
    void anEventReachesWhatWasReplayedUpToATaskBeforeItListened() {
        cluster = new ClusterFixture("do: [{a: {set: {n: 1}}}, {paid: {listen: {to: {one: {with: {type: paid}}}}}}]");
        cluster.history = new TaskHistoryRules(true, Map.of());
        reachesWhatADeadNodeRan();
    }

    @Test
    void anEventIsTakenOnceThoughItsNodeDiesBeforeItSaysThatItHasIt() {
        cluster = new ClusterFixture(THREE);
        NodeUnderTest a = node("a");
        NodeUnderTest b = node("b");
        String id = a.start("{}");
        stores.get(0).deaf = "heard";
        UniAssertSubscriber<PublishResult> published = publish(b, "1");
        cluster.advance(2_500);
        assertThat(entries(id)).isEqualTo(2);
        published.assertNotTerminated();
        a.pause();
        cluster.advance(ClusterFixture.FAILOVER_MILLIS + 2_000);
        published.assertCompleted();
        assertThat(entries(id)).isEqualTo(2);
        assertThat(cluster.store.get(id).row().owner()).isEqualTo(b.engine.nodeId());
    }

    @Test
    void anEventReachesWhatADeadNodeRanAndNobodyHasTakenOver() {
        reachesWhatADeadNodeRan();
    }

    private void reachesWhatADeadNodeRan() {
        NodeUnderTest a = node("a");
        cluster.advance(500);
        NodeUnderTest c = node("c");
        String id = a.start("{}");
        a.pause();
        for (int i = 0; i < 1_000 && alive().contains(a.engine.nodeId()); i++) {
            cluster.advance(10);
        }
        assertThat(cluster.store.get(id).row().owner()).isEqualTo(a.engine.nodeId());
        publish(c, "1").assertCompleted();
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED);
    }

    /** Another node owns the instance by then. It heard of the event before it took the instance over. */
    @Test
    void aNodeThatSleptPastItsLeaseDoesNotTakeAnEventForHeard() {
        NodeUnderTest a = node("a");
        NodeUnderTest c = node("c");
        String id = a.start("{}");
        a.pause();
        leave(a, EventMessageCodec.encode(List.of(JsonPayload.of(CloudEventConverter.tree(paid("1")))), "m-1",
                PayloadCodecChain.NONE));
        cluster.advance(ClusterFixture.FAILOVER_MILLIS);
        assertThat(cluster.store.get(id).row().owner()).isEqualTo(c.engine.nodeId());
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.RUNNING);
        stores.get(1).session.hold();
        stores.get(0).broken = "alive";
        a.resume();
        cluster.advance(2_000);
        assertThat(stores.get(0).calls("alive")).isPositive();
        stores.get(0).broken = null;
        cluster.advance(5_000);
        assertThat(told(a)).as("nobody has it durably").hasSize(1);
        stores.get(1).session.release();
        cluster.advance(3_000);
        assertThat(told(a)).isEmpty();
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void aNodeThatLosesItsLeaseWhileAnInstanceTakesAnEventDoesNotTakeItForHeard() {
        NodeUnderTest a = node("a");
        NodeUnderTest c = node("c");
        String id = a.start("{}");
        stores.get(0).deaf = "commit";
        leave(a, EventMessageCodec.encode(List.of(JsonPayload.of(CloudEventConverter.tree(paid("1")))), "m-1",
                PayloadCodecChain.NONE));
        cluster.advance(1_500);
        assertThat(stores.get(0).calls("commit")).as("start and event").isEqualTo(2);
        a.pause();
        cluster.advance(ClusterFixture.FAILOVER_MILLIS);
        assertThat(cluster.store.get(id).row().owner()).isEqualTo(c.engine.nodeId());
        assertThat(entries(id)).isEqualTo(1);
        stores.get(0).hearAgain();
        a.resume();
        cluster.advance(8_000);
        assertThat(told(a)).isEmpty();
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void aPublisherThatSleptPastItsLeaseOffersTheEventToThoseWhoHaveItsInstancesNow() {
        NodeUnderTest a = node("a");
        NodeUnderTest b = node("b");
        String id = b.start("{}");
        stores.get(1).deaf = "claimOrphans";
        UniAssertSubscriber<PublishResult> published = publish(b, "1");
        b.pause();
        cluster.advance(2_000);
        assertThat(stores.get(1).calls("tell")).isEqualTo(1);
        assertThat(told(a)).isEmpty();
        cluster.advance(ClusterFixture.FAILOVER_MILLIS);
        assertThat(cluster.store.get(id).row().owner()).isEqualTo(a.engine.nodeId());
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.RUNNING);
        stores.get(1).hearAgain();
        b.resume();
        cluster.advance(5_000);
        published.assertCompleted();
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void aNodeThatJoinsWhileAnEventIsUnderWayHearsOfItToo() {
        NodeUnderTest a = node("a");
        NodeUnderTest b = node("b");
        String onA = a.start("{}");
        stores.get(0).session.hold();
        UniAssertSubscriber<PublishResult> published = publish(b, "1");
        NodeUnderTest c = node("c");
        String onC = c.start("{}");
        cluster.advance(3_000);
        assertThat(cluster.status(onC)).isEqualTo(InstanceStatus.COMPLETED);
        published.assertNotTerminated();
        stores.get(0).session.release();
        cluster.advance(2_000);
        published.assertCompleted();
        assertThat(cluster.status(onA)).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void aNodeThatLeavesHandsOverWhatItHasNotHeard() {
        NodeUnderTest a = node("a");
        NodeUnderTest b = node("b");
        String id = a.start("{}");
        UniAssertSubscriber<PublishResult> published = publish(b, "1");
        a.stop();
        cluster.advance(3_000);
        published.assertCompleted();
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void aNodeOfAnEarlierVersionIsNotWaitedFor() {
        NodeUnderTest a = node("a");
        cluster.hears = false;
        NodeUnderTest old = node("old");
        String here = a.start("{}");
        String there = old.start("{}");
        UniAssertSubscriber<PublishResult> published = publish(a, "1");
        published.assertCompleted();
        assertThat(cluster.status(here)).isEqualTo(InstanceStatus.COMPLETED);
        assertThat(cluster.status(there)).isEqualTo(InstanceStatus.RUNNING);
        assertThat(told(old)).isEmpty();
    }

    @Test
    void aNodeThatIsAliveAndDoesNotTakeAnEventIsNotWaitedForForEver() {
        NodeUnderTest a = node("a");
        NodeUnderTest b = node("b");
        a.start("{}");
        stores.get(0).deaf = "told";
        UniAssertSubscriber<PublishResult> published = publish(b, "1");
        cluster.advance(3 * ClusterFixture.FAILOVER_MILLIS - 1);
        published.assertNotTerminated();
        cluster.advance(1);
        CairnException failure = (CairnException) published.assertFailed().getFailure();
        assertThat(failure.reason()).isEqualTo(Reason.STORE_UNAVAILABLE);
        assertThat(failure).hasMessageStartingWith("CAIRN-0451").hasMessageContaining(a.engine.nodeId());
    }

    @Test
    void aPublisherThatStopsDoesNotAcknowledge() {
        NodeUnderTest a = node("a");
        NodeUnderTest b = node("b");
        a.start("{}");
        a.pause();
        UniAssertSubscriber<PublishResult> published = publish(b, "1");
        b.stop();
        cluster.advance(2_000);
        CairnException failure = (CairnException) published.assertFailed().getFailure();
        assertThat(failure.reason()).isEqualTo(Reason.STOPPING);
    }

    /** The maximum number of other events is under way. They are acknowledged after the publisher has stopped. */
    @Test
    void aPublisherThatStopsAcknowledgesNothingThatWaitsAndBringsItToNobody() {
        node("a");
        NodeUnderTest b = node("b");
        stores.get(1).deaf = "alive";
        List<UniAssertSubscriber<PublishResult>> published = IntStream.range(0, 12).mapToObj(i -> publish(b, String.valueOf(i)))
                .toList();
        long asked = stores.get(1).calls("alive");
        assertThat(asked).isLessThan(12);
        b.stop();
        cluster.run();
        published.forEach(event -> assertThat(((CairnException) event.assertFailed().getFailure()).reason())
                .isEqualTo(Reason.STOPPING));
        assertThat(stores.get(1).calls("alive")).isEqualTo(asked);
    }

    @Test
    void manyEventsGoToTheOthersInFewMessagesAndEachIsTakenOnce() {
        cluster = new ClusterFixture("""
                do:
                  - some: {listen: {to: {any: [{with: {type: paid}}], until: length == 1000}}}
                  - sum: {set: "${ map(.number) | unique | length }"}
                """);
        NodeUnderTest a = node("a");
        NodeUnderTest b = node("b");
        String id = a.start("{}");
        EngineCloudEventBus bus = new EngineCloudEventBus(b.engine);
        List<UniAssertSubscriber<PublishResult>> published = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            published.add(bus.publish(paid(String.valueOf(i))).subscribe().withSubscriber(UniAssertSubscriber.create()));
        }
        cluster.run();
        cluster.advance(10_000);
        published.forEach(UniAssertSubscriber::assertCompleted);
        assertThat(a.outcome(id).assertCompleted().getItem().output()).hasToString("1000");
        assertThat(stores.get(1).calls("tell")).isLessThan(20);
    }

    @Test
    void anEventThatEventsFollowIsHeardSoonerThanWithAHeartbeat() {
        cluster = new ClusterFixture(THREE);
        NodeUnderTest a = node("a");
        NodeUnderTest b = node("b");
        String id = a.start("{}");
        publish(b, "1");
        for (int i = 0; i < 200 && entries(id) == 1; i++) {
            cluster.advance(10);
        }
        publish(b, "2");
        cluster.advance(100);
        assertThat(entries(id)).isEqualTo(3);
    }

    /** The task that listens next would take it again. */
    @Test
    void aLookThatIsAnsweredLateBringsNothingAgain() {
        cluster = new ClusterFixture("""
                do:
                  - first: {listen: {to: {one: {with: {type: paid}}}}}
                  - second: {listen: {to: {one: {with: {type: paid}}}}}
                """);
        NodeUnderTest a = node("a");
        NodeUnderTest b = node("b");
        String id = a.start("{}");
        stores.get(0).session.hold();
        UniAssertSubscriber<PublishResult> published = publish(b, "1");
        for (int i = 0; i < 200 && stores.get(0).session.held() == 0; i++) {
            cluster.advance(10);
        }
        stores.get(0).slow = "told";
        cluster.advance(1_000);
        stores.get(0).session.release();
        cluster.advance(2_500);
        published.assertCompleted();
        stores.get(0).hearAgain();
        cluster.advance(2_000);
        assertThat(entries(id)).isEqualTo(2);
    }

    @Test
    void whoIsAloneLeavesNoMessage() {
        NodeUnderTest a = node("a");
        String id = a.start("{}");
        publish(a, "1").assertCompleted();
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED);
        assertThat(stores.get(0).calls("tell")).isZero();
    }

    @Test
    void whatCannotBeReadIsNotTakenForHeardAndOthersAreHeard() {
        NodeUnderTest a = node("a");
        NodeUnderTest b = node("b");
        String id = a.start("{}");
        // More than a node reads at once.
        for (int i = 0; i < 100; i++) {
            leave(a, "m-" + i, "{[".getBytes(StandardCharsets.UTF_8));
        }
        UniAssertSubscriber<PublishResult> published = publish(b, "1");
        cluster.advance(3_000);
        published.assertCompleted();
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED);
        assertThat(told(a)).hasSize(100).extracting(NodeMessage::id).allMatch(message -> message.startsWith("m-"));
    }

    /**
     * Counts calls. It does not make calls with the name in {@code deaf}, does not answer those in {@code slow}, and fails
     * those in {@code broken}.
     */
    private static final class Watched extends ForwardingStore {

        private final MemoryStore.Session session;
        private final List<String> calls = new ArrayList<>();
        private final List<Runnable> late = new ArrayList<>();
        private String deaf;
        private String slow;
        private String broken;

        Watched(InstanceStore session) {
            super(session);
            this.session = (MemoryStore.Session) session;
        }

        long calls(String name) {
            return calls.stream().filter(name::equals).count();
        }

        void hearAgain() {
            deaf = null;
            slow = null;
            List.copyOf(late).forEach(Runnable::run);
        }

        @Override
        protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
            return Uni.createFrom().deferred(() -> {
                calls.add(name);
                if (name.equals(broken)) {
                    return Uni.createFrom().failure(new StoreException("planted", false, null));
                }
                if (name.equals(slow)) {
                    T answer = forward.get().await().indefinitely();
                    return Uni.createFrom().emitter(emitter -> late.add(() -> emitter.complete(answer)));
                }
                if (!name.equals(deaf)) {
                    return forward.get();
                }
                return Uni.createFrom().emitter(emitter -> late
                        .add(() -> forward.get().subscribe().with(emitter::complete, emitter::fail)));
            });
        }
    }
}
