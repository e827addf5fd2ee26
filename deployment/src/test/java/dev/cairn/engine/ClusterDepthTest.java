package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.engine.event.EventMessageCodec;
import dev.cairn.event.CloudEventConverter;
import dev.cairn.journal.PayloadCodecChain;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.NodeMessage;
import dev.cairn.spi.NodeMessages;
import dev.cairn.value.JsonPayload;
import dev.cairn.value.ValueDepthLimits;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Deep events, and those that cannot be read, hold up no others between nodes. */
class ClusterDepthTest {

    private final ClusterFixture cluster = new ClusterFixture("do: [{paid: {listen: {to: {one: {with: {type: paid}}}}}}]");
    private InstanceStore store;

    private NodeUnderTest node(String name) {
        return cluster.node(name, 0, session -> store = session);
    }

    private UniAssertSubscriber<PublishResult> publish(NodeUnderTest node, CloudEvent event) {
        UniAssertSubscriber<PublishResult> published = new EngineCloudEventBus(node.engine).publish(event).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        cluster.run();
        return published;
    }

    private static CloudEvent paid(String data) {
        return CloudEventBuilder.v1().withId("1").withSource(URI.create("/payments")).withType("paid")
                .withData("application/json", data.getBytes(StandardCharsets.UTF_8)).build();
    }

    private NodeMessages nodes() {
        return store.nodeMessages().orElseThrow();
    }

    private List<NodeMessage> told(NodeUnderTest node) {
        return nodes().told(node.engine.nodeId(), 1_000).await().indefinitely();
    }

    private void leave(NodeUnderTest node, byte[] body) {
        nodes().tell(List.of(new NodeMessage(node.engine.nodeId(), "m-1", body))).await().indefinitely();
    }

    @Test
    void anEventThatIsAsDeepAsAnyValueReachesOtherNodes() {
        NodeUnderTest a = node("a");
        NodeUnderTest b = node("b");
        String id = a.start("{}");
        UniAssertSubscriber<PublishResult> published = publish(b, paid("[".repeat(999) + "]".repeat(999)));
        cluster.advance(3_000);
        published.assertCompleted();
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void whatCouldNotBeReadAndIsTakenBackIsForgotten() {
        NodeUnderTest a = node("a");
        String id = a.start("{}");
        leave(a, "{[".getBytes(StandardCharsets.UTF_8));
        cluster.advance(3_000);
        assertThat(told(a)).hasSize(1);
        nodes().heard(told(a)).await().indefinitely();
        cluster.advance(3_000);
        leave(a, EventMessageCodec.encode(List.of(JsonPayload.of(CloudEventConverter.tree(paid("[]")))), "m-1",
                PayloadCodecChain.NONE));
        cluster.advance(3_000);
        assertThat(told(a)).isEmpty();
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED);
    }

    @Test
    void anEventThatCannotBeWrittenHoldsUpNoOther() {
        NodeUnderTest a = node("a");
        NodeUnderTest b = node("b");
        String id = a.start("{}");
        ObjectNode deep = JsonNodeFactory.instance.objectNode();
        deep.set("data", JsonNodeFactory.instance.arrayNode());
        for (int i = 0; i < ValueDepthLimits.MAX_WRITTEN_DEPTH; i++) {
            deep.set("data", JsonNodeFactory.instance.arrayNode().add(deep.get("data")));
        }
        List<Throwable> failures = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            b.engine.events().publish(JsonPayload.of(deep)).listen((nothing, failure) -> failures.add(failure));
        }
        cluster.run();
        UniAssertSubscriber<PublishResult> published = publish(b, paid("[]"));
        cluster.advance(3_000);
        published.assertCompleted();
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED);
        assertThat(failures).hasSize(20).allSatisfy(failure -> assertThat(failure).hasMessageStartingWith("CAIRN-0453"));
    }
}
