package dev.cairn.engine;

import static dev.cairn.engine.IncompatibleInstanceHandOverTest.MANY;
import static dev.cairn.engine.IncompatibleInstanceHandOverTest.OLD;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.spi.InstanceMessage;
import dev.cairn.spi.InstanceStore;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Events reach instances that are handed over from a node that cannot run them to a node that can. */
class HandOverEventsTest {

    private static final String LISTENS = """
            document: {dsl: 1.0.3, namespace: test, name: case, version: 2.0.0}
            do:
              - some: {listen: {to: {any: [{with: {type: paid}}], until: length == 2}}}
            """;

    /** When the node of the instances has died, and the old nodes take them over. */
    private static final long DEAD_MILLIS = 6_500;

    /** A cluster in which instances are handed over, and an event that is published then. */
    private static final class Scene {
        private final ClusterFixture cluster = new ClusterFixture(OLD);
        private final Map<String, NodeUnderTest> nodes = new TreeMap<>();
        private List<String> ids;

        Scene(UnaryOperator<InstanceStore> oldSee) {
            for (String old : List.of("a", "b")) {
                nodes.put(old, cluster.node(old, 0, oldSee));
                cluster.advance(300);
            }
            cluster.nextNodesHave(LISTENS, OLD);
            nodes.put("c", cluster.node("c"));
            cluster.advance(150);
            NodeUnderTest dies = cluster.node("d");
            ids = dies.start(MANY);
            dies.pause();
        }

        UniAssertSubscriber<PublishResult> publish(String node, int number) {
            UniAssertSubscriber<PublishResult> published = nodes.get(node).engine.events().publish(JsonCodec.read(
                    "{\"specversion\":\"1.0\",\"id\":\"e-" + number + "\",\"source\":\"/test\",\"type\":\"paid\",\"data\":1}"))
                    .subscribe().withSubscriber(UniAssertSubscriber.create());
            cluster.run();
            return published;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "a", "b", "c" })
    void anEventThatIsAcknowledgedReachesThem(String publisher) {
        for (long millis = DEAD_MILLIS; millis < DEAD_MILLIS + 3_500; millis += 100) {
            Scene scene = new Scene(session -> session);
            scene.cluster.advance(millis);
            reaches(scene, publisher, millis, () -> {});
        }
    }

    /** The node that gets them has heard of the event long before. */
    @ParameterizedTest
    @ValueSource(strings = { "a", "b", "c" })
    void anEventReachesThemThoughTheStoreTakesItsTime(String publisher) {
        for (long millis = DEAD_MILLIS; millis < DEAD_MILLIS + 7_000; millis += 500) {
            ClusterFixture[] cluster = new ClusterFixture[1];
            Scene scene = new Scene(session -> new ForwardingStore(session) {
                @Override
                public Uni<Void> post(InstanceMessage message) {
                    return Uni.createFrom().<Void>emitter(emitter -> cluster[0].time.after(2_500, () -> emitter.complete(null)))
                            .chain(() -> super.post(message));
                }
            });
            cluster[0] = scene.cluster;
            scene.cluster.advance(millis);
            reaches(scene, publisher, millis, () -> {});
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "a", "b" })
    void anEventReachesThemThoughTheNodeThatGetsThemDies(String publisher) {
        for (long millis = DEAD_MILLIS; millis < DEAD_MILLIS + 3_500; millis += 500) {
            for (long later = 0; later < 1_500; later += 250) {
                Scene scene = new Scene(session -> session);
                scene.cluster.nextNodesHave(LISTENS, OLD);
                NodeUnderTest other = scene.cluster.node("e");
                NodeUnderTest dies = scene.nodes.put("c", other);
                scene.cluster.advance(millis);
                long dead = later;
                reaches(scene, publisher, millis, () -> {
                    scene.cluster.advance(dead);
                    dies.pause();
                });
            }
        }
    }

    /** The node that has claimed the instances parks them while it stops. */
    @Test
    void anEventReachesThemThoughTheNodeThatHasClaimedThemStops() {
        for (long millis = DEAD_MILLIS; millis < DEAD_MILLIS + 3_500; millis += 250) {
            Scene scene = new Scene(session -> session);
            scene.cluster.advance(millis);
            reaches(scene, "c", millis, () -> {
                scene.nodes.get("a").stop(() -> scene.cluster.advance(3_000));
                scene.nodes.get("b").stop(() -> scene.cluster.advance(3_000));
            });
        }
    }

    private static void reaches(Scene scene, String publisher, long millis, Runnable meanwhile) {
        UniAssertSubscriber<PublishResult> published = scene.publish(publisher, 1);
        meanwhile.run();
        scene.cluster.advance(40_000);
        published.assertCompleted();
        UniAssertSubscriber<PublishResult> last = scene.publish("c", 2);
        scene.cluster.advance(5_000);
        last.assertCompleted();
        assertThat(scene.ids).as("published on %s after %d ms", publisher, millis).allSatisfy(id -> {
            assertThat(scene.cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED);
            assertThat(scene.cluster.store.get(id).entries()).hasSize(4);
        });
        assertThat(scene.cluster.store.messages()).isZero();
    }
}
