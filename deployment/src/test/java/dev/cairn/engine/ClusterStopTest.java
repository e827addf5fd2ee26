package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.ClusterFixture.Effect;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.spi.InstanceStore;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.value.JsonCodec;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Services of a node for others while it stops and waits for the answer of a long call. */
class ClusterStopTest {

    private static final String LISTENS = "{\"calls\":false}";
    private static final String CALLS = "{\"calls\":true}";

    private final ClusterFixture cluster = new ClusterFixture("""
            do:
              - which: {switch: [{calls: {when: .calls, then: ask}}, {other: {then: paid}}]}
              - ask: {call: ask, with: {question: 1}, then: end}
              - paid: {listen: {to: {one: {with: {type: paid}}}}}
              - second: {call: ask, with: {question: 2}}
            """);
    private final List<Runnable> answers = new ArrayList<>();
    private final SlowStore[] slow = new SlowStore[1];
    private final NodeUnderTest a;
    private final NodeUnderTest b;

    ClusterStopTest() {
        cluster.world = call -> Uni.createFrom()
                .emitter(emitter -> answers.add(() -> emitter.complete(JsonCodec.read("1"))));
        cluster.stopTimeoutMillis = 60_000;
        a = cluster.node("a", 0, session -> slow[0] = new SlowStore(session));
        b = cluster.node("b");
    }

    /** Node a stops and has a call under way, which is answered after something else has happened. */
    private String stopMeanwhile(Runnable meanwhile) {
        String calling = a.start(CALLS);
        a.stop(() -> {
            meanwhile.run();
            assertThat(cluster.status(calling)).isEqualTo(InstanceStatus.RUNNING);
            answers.get(0).run();
        });
        assertThat(cluster.status(calling)).isEqualTo(InstanceStatus.COMPLETED);
        return calling;
    }

    private UniAssertSubscriber<PublishResult> publish(NodeUnderTest node) {
        UniAssertSubscriber<PublishResult> published = new EngineCloudEventBus(node.engine)
                .publish(CloudEventBuilder.v1().withId("1")
                        .withSource(URI.create("/payments")).withType("paid")
                        .withData("application/json", "1".getBytes(StandardCharsets.UTF_8)).build())
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        cluster.run();
        return published;
    }

    private int entries(String id) {
        return cluster.store.get(id).entries().size();
    }

    @Test
    void callsThatAreNotAnsweredInTimeAreCancelled() {
        AtomicInteger cancelled = new AtomicInteger();
        cluster.world = call -> Uni.createFrom().emitter(emitter -> emitter.onTermination(cancelled::incrementAndGet));
        cluster.stopTimeoutMillis = 20;
        NodeUnderTest c = cluster.node("c");
        String calling = c.start(CALLS);

        c.stop();

        assertThat(cancelled).hasValue(1);
        cluster.advance(5_000);
        assertThat(cluster.status(calling)).isEqualTo(InstanceStatus.RUNNING);
        assertThat(cluster.effects).hasSize(2).extracting(Effect::key).containsOnly(cluster.effects.get(0).key());
    }

    @Test
    void eventsForOthersAreNotHeldUp() {
        String listening = b.start(LISTENS);
        stopMeanwhile(() -> {
            UniAssertSubscriber<PublishResult> published = publish(b);
            cluster.advance(3_000);
            published.assertCompleted();
            assertThat(entries(listening)).isEqualTo(2);
        });
    }

    @Test
    void anInstanceTakesAnEventAndGoesOnElsewhere() {
        String listening = a.start(LISTENS);
        stopMeanwhile(() -> {
            UniAssertSubscriber<PublishResult> published = publish(b);
            cluster.advance(3_000);
            published.assertCompleted();
            assertThat(entries(listening)).isEqualTo(2);
            assertThat(cluster.effects).hasSize(1);
        });
        cluster.advance(2_000);
        assertThat(cluster.effects).extracting(Effect::node).containsExactly("a", "b");
        answers.get(1).run();
        cluster.run();
        assertThat(cluster.status(listening)).isEqualTo(InstanceStatus.COMPLETED);
    }

    /** Without this, an instance that is claimed and not loaded would be in no node's memory until this node has left. */
    @Test
    void whatIsBeingLoadedTakesEvents() {
        NodeUnderTest c = cluster.node("c");
        String listening = c.start(LISTENS);
        c.pause();
        slow[0].slow = "loadAll";
        b.pause();
        cluster.advance(ClusterFixture.FAILOVER_MILLIS);
        assertThat(cluster.store.get(listening).row().owner()).isEqualTo(a.engine.nodeId());
        b.resume();
        cluster.advance(2_000);
        stopMeanwhile(() -> {
            UniAssertSubscriber<PublishResult> published = publish(b);
            cluster.advance(2_000);
            published.assertNotTerminated();
            slow[0].answer();
            cluster.advance(3_000);
            published.assertCompleted();
            assertThat(entries(listening)).isEqualTo(2);
        });
    }

    @Test
    void anInstanceThatWasClaimedAnewTakesEvents() {
        String listening = a.start(LISTENS);
        stopMeanwhile(() -> {
            cluster.store.takeOver(listening, a.engine.nodeId());
            UniAssertSubscriber<PublishResult> published = publish(b);
            cluster.advance(3_000);
            published.assertCompleted();
            assertThat(entries(listening)).isEqualTo(2);
        });
    }

    /** A node that stops takes over no instances, so it cannot tell if those of a dead node listen. */
    @Test
    void anEventThatNodesWhoDiedMayListenForIsNotAcknowledged() {
        NodeUnderTest c = cluster.node("c");
        String listening = c.start(LISTENS);
        b.stop();
        c.pause();
        List<UniAssertSubscriber<PublishResult>> published = new ArrayList<>();
        String calling = a.start(CALLS);
        published.add(publish(a));
        a.stop(() -> {
            cluster.advance(ClusterFixture.FAILOVER_MILLIS + 2_000);
            answers.get(0).run();
        });
        assertThat(cluster.status(calling)).isEqualTo(InstanceStatus.COMPLETED);
        assertThat(entries(listening)).isEqualTo(1);
        assertThat(((CairnException) published.get(0).assertFailed().getFailure()).reason()).isEqualTo(Reason.STOPPING);
    }

    @Test
    void commandsOfOtherNodesAreHeard() {
        String listening = a.start(LISTENS);
        stopMeanwhile(() -> {
            UniAssertSubscriber<Void> cancelled = b.engine.command(listening, OperatorCommandKind.CANCEL).subscribe()
                    .withSubscriber(UniAssertSubscriber.create());
            cluster.advance(3_000);
            cancelled.assertCompleted();
            assertThat(cluster.status(listening)).isEqualTo(InstanceStatus.CANCELLED);
        });
    }

    /** Orphans would wait on it until it has left. */
    @Test
    void itTakesNothingOverAndWakesNothing() {
        NodeUnderTest c = cluster.node("c");
        String listening = c.start(LISTENS);
        c.pause();
        b.pause();
        stopMeanwhile(() -> {
            cluster.advance(ClusterFixture.FAILOVER_MILLIS);
            a.engine.command(listening, OperatorCommandKind.RESUME).subscribe().withSubscriber(UniAssertSubscriber.create());
            cluster.advance(2_000);
            assertThat(cluster.store.get(listening).row().owner()).isEqualTo(c.engine.nodeId());
        });
    }

    /** Answers one kind of question when the test says so. */
    private static final class SlowStore extends ForwardingStore {
        private final List<Runnable> held = new ArrayList<>();
        private String slow;

        SlowStore(InstanceStore real) {
            super(real);
        }

        void answer() {
            slow = null;
            held.forEach(Runnable::run);
        }

        @Override
        protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
            return !name.equals(slow) ? forward.get()
                    : forward.get().chain(done -> Uni.createFrom()
                            .emitter(emitter -> held.add(() -> emitter.complete(done))));
        }
    }
}
