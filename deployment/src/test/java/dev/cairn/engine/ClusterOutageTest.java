package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.ClusterFixture.Effect;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** The store is away for so long that it counts nodes as dead which are alive. */
class ClusterOutageTest {

    private static final String TWO_CALLS = """
            do:
              - first: {call: ask, with: {question: 1}}
              - second: {call: ask, with: {question: 2}}
            """;
    private static final String LISTEN = """
            do:
              - hear: {listen: {to: {one: {with: {type: paid}}}}}
              - only: {call: ask, with: {question: 1}}
            """;

    private static final String CALL_AND_WAIT = """
            do:
              - first: {call: ask, with: {question: 1}}
              - pause: {wait: {hours: 1}}
              - second: {call: ask, with: {question: 2}}
            """;

    private boolean away;

    private NodeUnderTest node(ClusterFixture cluster, String name) {
        return cluster.node(name, 0, Outage::new);
    }

    private void outage(ClusterFixture cluster, long millis) {
        away = true;
        cluster.advance(millis);
        away = false;
    }

    /** The leases of seven seconds end at different moments: after 6.5 s some have, after 8 s all. */
    @ParameterizedTest
    @ValueSource(longs = { 6_500, 8_000, 30_000 })
    void aNodeThatLivesIsNotTakenOverByTheFirstThatIsHeardAgain(long outageMillis) {
        ClusterFixture cluster = new ClusterFixture(TWO_CALLS);
        cluster.world = call -> cluster.answerAfter(45_000);
        NodeUnderTest a = node(cluster, "a");
        cluster.advance(300);
        NodeUnderTest b = node(cluster, "b");
        cluster.advance(300);
        NodeUnderTest c = node(cluster, "c");
        for (int i = 0; i < 10; i++) {
            List.of(a, b, c).forEach(node -> node.start("{}"));
        }
        cluster.advance(2_150);
        outage(cluster, outageMillis);
        cluster.advance(150_000);
        assertThat(cluster.store.all()).hasSize(30)
                .allMatch(instance -> instance.row().status() == InstanceStatus.COMPLETED);
        assertThat(cluster.effects).hasSize(60).extracting(Effect::key).doesNotHaveDuplicates();
    }

    @Test
    void aNodeThatStartsDuringTheOutageTakesNoneOverThatLives() {
        ClusterFixture cluster = new ClusterFixture(TWO_CALLS);
        cluster.world = call -> cluster.answerAfter(30_000);
        NodeUnderTest a = node(cluster, "a");
        a.start("{}");
        cluster.advance(500);
        outage(cluster, 9_550);
        away = true;
        node(cluster, "b");
        outage(cluster, 960);
        cluster.advance(60_000);
        assertThat(cluster.effects).extracting(Effect::node).containsExactly("a", "a");
    }

    @Test
    void whoDiedInTheOutageIsReplacedWithinTheFailoverTimeAfterIt() {
        ClusterFixture cluster = new ClusterFixture(TWO_CALLS);
        NodeUnderTest a = node(cluster, "a");
        NodeUnderTest b = node(cluster, "b");
        cluster.world = call -> cluster.answerAfter(1_000);
        UniAssertSubscriber<Ended> outcome = b.outcome(a.start("{}"));
        a.pause();
        outage(cluster, 20_000);
        cluster.advance(ClusterFixture.FAILOVER_MILLIS);
        outcome.assertCompleted();
    }

    @Test
    void aCommandForWhatAnotherNodeRunsDoesNotTakeItOver() {
        ClusterFixture cluster = new ClusterFixture(TWO_CALLS);
        cluster.world = call -> cluster.answerAfter(15_000);
        NodeUnderTest a = node(cluster, "a");
        cluster.advance(300);
        NodeUnderTest b = node(cluster, "b");
        String id = a.start("{}");
        cluster.advance(1_000);
        outage(cluster, 8_950);
        cluster.advance(100);
        UniAssertSubscriber<Void> resumed = b.engine.command(id, OperatorCommandKind.RESUME).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        cluster.advance(10_000);
        resumed.assertCompleted();
        cluster.advance(30_000);
        assertThat(cluster.effects).extracting(Effect::node).containsExactly("a", "a");
    }

    @Test
    void anEventThatIsPublishedAfterTheOutageFindsWhoListensOnADeadNode() {
        ClusterFixture cluster = new ClusterFixture(LISTEN);
        NodeUnderTest a = node(cluster, "a");
        NodeUnderTest b = node(cluster, "b");
        a.start("{}");
        a.pause();
        outage(cluster, 8_000);
        cluster.advance(1_000);
        UniAssertSubscriber<PublishResult> published = b.engine.events()
                .publish(JsonCodec.read("{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"paid\"}"))
                .subscribe().withSubscriber(UniAssertSubscriber.create());
        cluster.advance(ClusterFixture.FAILOVER_MILLIS);
        published.assertCompleted();
        assertThat(cluster.effects).extracting(Effect::node).containsExactly("b");
    }

    /** Its server did nothing meanwhile, and goes on with what it was asked before. */
    @Test
    void whatWasAskedForBeforeTheOutageTakesNoneOverThatLivesAfterIt() {
        ClusterFixture cluster = new ClusterFixture(TWO_CALLS);
        cluster.world = call -> cluster.answerAfter(45_000);
        NodeUnderTest a = node(cluster, "a");
        Outage[] ofB = new Outage[1];
        cluster.node("b", 0, real -> ofB[0] = new Outage(real));
        for (int i = 0; i < 10; i++) {
            a.start("{}");
        }
        cluster.advance(2_150);
        List<Runnable> late = new ArrayList<>();
        ofB[0].heldClaims = late;
        cluster.advance(1_000);
        assertThat(late).hasSize(1);
        away = true;
        ofB[0].heldClaims = null;
        cluster.advance(8_000);
        away = false;
        late.forEach(Runnable::run);
        cluster.advance(150_000);
        assertThat(cluster.store.all()).allMatch(instance -> instance.row().status() == InstanceStatus.COMPLETED);
        assertThat(cluster.effects).hasSize(20).extracting(Effect::node).containsOnly("a");
    }

    /** Another node was told meanwhile, and the opposite after that. */
    @Test
    void aCommandThatANodeCouldNotDoIsNotDoneLaterUnlessItIsStillAskedFor() {
        ClusterFixture cluster = new ClusterFixture(CALL_AND_WAIT);
        cluster.world = call -> cluster.answerAfter(20_000);
        Outage[] ofA = new Outage[1];
        NodeUnderTest a = cluster.node("a", 0, real -> ofA[0] = new Outage(real));
        NodeUnderTest b = node(cluster, "b");
        String id = a.start("{}");
        cluster.advance(500);
        ofA[0].awayAfterAMessage = true;
        UniAssertSubscriber<Void> suspended = ask(cluster, b, id, OperatorCommandKind.SUSPEND);
        cluster.advance(12_000);
        assertThat(ofA[0].alone).isTrue();
        suspended.assertCompleted();
        UniAssertSubscriber<Void> resumed = ask(cluster, b, id, OperatorCommandKind.RESUME);
        cluster.advance(1_000);
        resumed.assertCompleted();
        cluster.advance(30_000);
        assertThat(cluster.store.get(id).row().status()).isEqualTo(InstanceStatus.WAITING);
        ofA[0].alone = false;
        cluster.advance(30_000);
        assertThat(cluster.store.get(id).row().status()).isEqualTo(InstanceStatus.WAITING);
    }

    private static UniAssertSubscriber<Void> ask(ClusterFixture cluster, NodeUnderTest node, String id,
            OperatorCommandKind command) {
        UniAssertSubscriber<Void> answer = node.engine.command(id, command).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        cluster.run();
        return answer;
    }

    /** Fails at everything while the store is away. */
    private final class Outage extends ForwardingStore {
        /** Of this node alone. */
        private boolean alone;
        private boolean awayAfterAMessage;
        /** Claims of orphans that the store has not done yet; null if it does them at once. */
        private List<Runnable> heldClaims;

        Outage(InstanceStore real) {
            super(real);
        }

        @Override
        protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
            if (heldClaims != null && name.equals("claimOrphans")) {
                Uni<T> asked = forward.get();
                List<Runnable> held = heldClaims;
                return Uni.createFrom()
                        .emitter(emitter -> held.add(() -> asked.subscribe().with(emitter::complete, emitter::fail)));
            }
            if (awayAfterAMessage && name.equals("messages")) {
                return forward.get().invoke(messages -> {
                    if (!((List<?>) messages).isEmpty()) {
                        alone = true;
                        awayAfterAMessage = false;
                    }
                });
            }
            return away || alone ? Uni.createFrom().failure(new StoreException("away", false, null)) : forward.get();
        }
    }
}
