package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.time.InstanceIdGenerator;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** An event starts one instance in a cluster, on the node that publishes it. */
class EventTriggerClusterTest {

    private static final String ID = InstanceIdGenerator.ofEvent("test:case", "/payments 1");

    private final ClusterFixture cluster = new ClusterFixture("""
            schedule: {on: {one: {with: {type: paid}}}}
            do:
              - asked: {call: ping}
              - next: {listen: {to: {one: {with: {type: paid}}}}}
            """);

    private UniAssertSubscriber<PublishResult> publish(NodeUnderTest node, String id) {
        UniAssertSubscriber<PublishResult> published = new EngineCloudEventBus(node.engine)
                .publish(CloudEventBuilder.v1().withId(id)
                        .withSource(URI.create("/payments")).withType("paid")
                        .withData("application/json", "{\"sum\":5}".getBytes(StandardCharsets.UTF_8)).build())
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        cluster.run();
        return published;
    }

    private List<String> ids() {
        return cluster.store.all().stream().map(stored -> stored.row().id())
                .filter(id -> !InstanceIdGenerator.isBesideInstances(id)).toList();
    }

    @Test
    void theNodeThatPublishesStartsTheInstanceAndNoOther() {
        NodeUnderTest a = cluster.node("a");
        NodeUnderTest b = cluster.node("b");
        UniAssertSubscriber<PublishResult> published = publish(b, "1");
        cluster.advance(2_500);
        published.assertCompleted();
        assertThat(ids()).containsExactly(ID);
        assertThat(cluster.effects).extracting(ClusterFixture.Effect::node).containsExactly("b");
        assertThat(a.engine.condition().load().instances()).isZero();
    }

    @Test
    void theSameEventOnTwoNodesStartsOneInstance() {
        NodeUnderTest a = cluster.node("a");
        NodeUnderTest b = cluster.node("b");
        UniAssertSubscriber<PublishResult> first = publish(a, "1");
        UniAssertSubscriber<PublishResult> second = publish(b, "1");
        cluster.advance(5_000);
        first.assertCompleted();
        second.assertCompleted();
        assertThat(ids()).containsExactly(ID);
        assertThat(cluster.effects).hasSize(1);
        // It does not take the event that has started it, which came from the other node as well.
        assertThat(cluster.row(ID).phase()).isEqualTo(InstanceStatus.WAITING);
    }

    @Test
    void anEventThatIsPublishedAgainAfterTheDeathOfItsNodeFindsTheInstance() {
        NodeUnderTest a = cluster.node("a");
        NodeUnderTest b = cluster.node("b");
        publish(a, "1");
        a.pause();
        cluster.advance(20_000);
        UniAssertSubscriber<PublishResult> again = publish(b, "1");
        cluster.advance(5_000);
        again.assertCompleted();
        assertThat(ids()).containsExactly(ID);
        assertThat(cluster.row(ID).phase()).isEqualTo(InstanceStatus.WAITING);
        publish(b, "2");
        cluster.advance(5_000);
        assertThat(cluster.status(ID)).isEqualTo(InstanceStatus.COMPLETED);
    }
}
