package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.engine.instance.InstanceWriter;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.testkit.MemoryStore;
import dev.cairn.value.JsonCodec;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Events that come while an instance that listens is on its way into memory, and something delays it. */
class EventsOnTheWayTest {

    private final ClusterFixture cluster = new ClusterFixture("""
            do:
              - ask: {call: ask, with: {question: 1}}
              - paid: {listen: {to: {one: {with: {type: paid}}}}}
            """);
    {
        cluster.stopTimeoutMillis = 60_000;
    }

    private final NodeUnderTest a = cluster.node("a");
    private final MemoryStore.Session[] session = new MemoryStore.Session[1];
    private final SlowAnswers[] slow = new SlowAnswers[1];
    private final NodeUnderTest b = cluster.node("b", 0, store -> {
        session[0] = (MemoryStore.Session) store;
        slow[0] = new SlowAnswers(store);
        return slow[0];
    });

    private UniAssertSubscriber<PublishResult> publish() {
        return publish(b);
    }

    private UniAssertSubscriber<PublishResult> publish(NodeUnderTest node) {
        UniAssertSubscriber<PublishResult> published = new EngineCloudEventBus(node.engine)
                .publish(CloudEventBuilder.v1().withId("1")
                        .withSource(URI.create("/payments")).withType("paid").build())
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        cluster.run();
        return published;
    }

    private InstanceStatus stored(String id) {
        return cluster.store.get(id).row().status();
    }

    /**
     * The instance is claimed by its id while its node lives, and once more after that node died; the first answer comes last.
     */
    @Test
    void waitForAnInstanceThatWasRefusedAndThenClaimed() {
        String id = a.start("{}");
        cluster.advance(10);
        slow[0].slow = true;
        b.engine.command(id, OperatorCommandKind.RESUME).subscribe().withSubscriber(UniAssertSubscriber.create());
        cluster.run();
        assertThat(slow[0].unanswered("claim")).isEqualTo(1);
        a.pause();
        awaitTakeover(id, () -> slow[0].answer("claimOrphans"));
        slow[0].slow = false;
        slow[0].answer("claimOrphans");
        cluster.run();
        slow[0].answer("claim");
        UniAssertSubscriber<PublishResult> published = publish();
        assertThat(stored(id)).isEqualTo(InstanceStatus.COMPLETED);
        published.assertCompleted();
    }

    /** It begins with a call, as it did for its elder, which has come to listen. */
    @Test
    void waitForAnInstanceInWhosePlaceAnotherStartIsTried() {
        String id = a.tryStart("{}", "order-7").assertCompleted().getItem().instanceId();
        cluster.advance(10);
        assertThat(cluster.store.get(id).entries()).hasSize(2);
        cluster.world = call -> Uni.createFrom().nothing();
        session[0].hold();
        b.tryStart("{}", "order-7");
        a.pause();
        cluster.advance(ClusterFixture.FAILOVER_MILLIS);
        assertThat(cluster.store.get(id).row().owner()).isEqualTo(b.engine.nodeId());
        UniAssertSubscriber<PublishResult> published = publish();
        cluster.advance(2_000);
        published.assertNotTerminated();
        session[0].release();
        cluster.advance(1_000);
        assertThat(stored(id)).isEqualTo(InstanceStatus.COMPLETED);
        published.assertCompleted();
    }

    @Test
    void reachAnInstanceThatTheStoreGaveInAnAnswerThatWasLost() {
        String id = a.start("{}");
        cluster.advance(10);
        slow[0].loses = true;
        a.pause();
        awaitTakeover(id, () -> {});
        slow[0].loses = false;
        UniAssertSubscriber<PublishResult> published = publish();
        assertThat(stored(id)).isEqualTo(InstanceStatus.COMPLETED);
        published.assertCompleted();
    }

    /** The node that was given it does not know of it, and looks for nothing while it stops. */
    @Test
    void reachAnInstanceThatTheStoreGaveToANodeThatIsStoppingInAnAnswerThatWasLost() {
        String id = a.start("{}");
        cluster.advance(10);
        List<Runnable> answers = new ArrayList<>();
        cluster.world = call -> Uni.createFrom().emitter(emitter -> answers.add(() -> emitter.complete(JsonCodec.read("1"))));
        b.start("{}");
        slow[0].loses = true;
        a.pause();
        awaitTakeover(id, () -> {});
        slow[0].loses = false;
        NodeUnderTest c = cluster.node("c");
        List<UniAssertSubscriber<PublishResult>> published = new ArrayList<>();
        b.stop(() -> {
            published.add(publish(c));
            cluster.advance(3_000);
            answers.get(0).run();
        });
        published.get(0).assertNotTerminated();
        cluster.advance(3_000);
        assertThat(stored(id)).isEqualTo(InstanceStatus.COMPLETED);
        published.get(0).assertCompleted();
    }

    /** Something is done before each step. */
    private void awaitTakeover(String id, Runnable meanwhile) {
        for (int i = 0; i < 300 && cluster.store.get(id).epoch() == InstanceWriter.FIRST_EPOCH; i++) {
            meanwhile.run();
            cluster.advance(100);
        }
        assertThat(cluster.store.get(id).epoch()).as("taken over within 30 s").isGreaterThan(InstanceWriter.FIRST_EPOCH);
    }
}
