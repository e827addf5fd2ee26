package dev.cairn.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.driver.ClusterFixture.Effect;
import dev.cairn.driver.ClusterFixture.NodeUnderTest;
import dev.cairn.executor.Happening.Ended;
import dev.cairn.spi.InstanceStatus;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.value.Json;
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
        UniAssertSubscriber<Void> resumed = b.engine.command(id, Command.RESUME).subscribe()
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
        UniAssertSubscriber<Void> published = b.engine.events()
                .publish(Json.read("{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"paid\"}"))
                .subscribe().withSubscriber(UniAssertSubscriber.create());
        cluster.advance(ClusterFixture.FAILOVER_MILLIS);
        published.assertCompleted();
        assertThat(cluster.effects).extracting(Effect::node).containsExactly("b");
    }

    /** Fails at everything while the store is away. */
    private final class Outage extends ForwardingStore {

        Outage(InstanceStore real) {
            super(real);
        }

        @Override
        protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
            return away ? Uni.createFrom().failure(new StoreException("away", false, null)) : forward.get();
        }
    }
}
