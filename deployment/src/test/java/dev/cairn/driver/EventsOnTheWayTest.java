package dev.cairn.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;

import org.junit.jupiter.api.Test;

import dev.cairn.driver.ClusterFixture.NodeUnderTest;
import dev.cairn.spi.InstanceStatus;
import dev.cairn.testkit.MemoryStore;
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
    private final NodeUnderTest a = cluster.node("a");
    private final MemoryStore.Session[] session = new MemoryStore.Session[1];
    private final SlowAnswers[] slow = new SlowAnswers[1];
    private final NodeUnderTest b = cluster.node("b", 0, store -> {
        session[0] = (MemoryStore.Session) store;
        slow[0] = new SlowAnswers(store);
        return slow[0];
    });

    private UniAssertSubscriber<Void> publish() {
        UniAssertSubscriber<Void> published = new EngineEvents(b.engine).publish(CloudEventBuilder.v1().withId("1")
                .withSource(URI.create("/payments")).withType("paid").build()).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        cluster.run();
        return published;
    }

    private InstanceStatus stored(String id) {
        return cluster.store.get(id).row().status();
    }

    /** It is claimed by its id while its node lives, and once more when that is dead; the first answer comes last. */
    @Test
    void waitForAnInstanceThatWasRefusedAndThenClaimed() {
        String id = a.start("{}");
        cluster.advance(10);
        slow[0].slow = true;
        b.engine.command(id, Command.RESUME).subscribe().withSubscriber(UniAssertSubscriber.create());
        cluster.run();
        assertThat(slow[0].unanswered("claim")).isEqualTo(1);
        a.pause();
        while (cluster.store.get(id).epoch() == Engine.FIRST_EPOCH) {
            slow[0].answer("claimOrphans");
            cluster.advance(100);
        }
        slow[0].slow = false;
        slow[0].answer("claimOrphans");
        cluster.run();
        slow[0].answer("claim");
        UniAssertSubscriber<Void> published = publish();
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
        UniAssertSubscriber<Void> published = publish();
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
        while (cluster.store.get(id).epoch() == Engine.FIRST_EPOCH) {
            cluster.advance(100);
        }
        slow[0].loses = false;
        UniAssertSubscriber<Void> published = publish();
        assertThat(stored(id)).isEqualTo(InstanceStatus.COMPLETED);
        published.assertCompleted();
    }
}
