package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.EventBus.PublishResult.Outcome;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.engine.event.EventMessageCodec;
import dev.cairn.event.CloudEventConverter;
import dev.cairn.journal.PayloadCodecChain;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.NodeLease;
import dev.cairn.spi.NodeMessage;
import dev.cairn.spi.NodeMessages;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.testkit.MemoryStore;
import dev.cairn.value.JsonPayload;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** The publisher learns how many instances took its event, on all nodes. */
class PublishResultTest {

    private static final String PAID = "do: [{paid: {listen: {to: {one: {with: {type: paid}}}}}}]";
    private static final String TWO = "do: [{some: {listen: {to: {any: [{with: {type: paid}}], until: length == 2}}}}]";

    private final EngineFixture fixture = new EngineFixture();
    private final ClusterFixture cluster = new ClusterFixture(PAID);
    private final List<MessageLedger> ledgers = new ArrayList<>();

    private static CloudEvent paid(String id) {
        return CloudEventBuilder.v1().withId(id).withSource(URI.create("/payments")).withType("paid").build();
    }

    private PublishResult publish(CloudEvent event) {
        UniAssertSubscriber<PublishResult> published = new EngineCloudEventBus(fixture.engine).publish(event).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        return published.assertCompleted().getItem();
    }

    private UniAssertSubscriber<PublishResult> publish(NodeUnderTest node) {
        UniAssertSubscriber<PublishResult> published = new EngineCloudEventBus(node.engine).publish(paid("1")).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        cluster.run();
        return published;
    }

    private NodeUnderTest node(String name) {
        return cluster.node(name, 0, session -> {
            ledgers.add(new MessageLedger((MemoryStore.Session) session));
            return ledgers.get(ledgers.size() - 1);
        });
    }

    @Test
    void instancesThatTookTheEventAreCounted() {
        fixture.workflow(PAID).start();
        fixture.begin("{}");
        fixture.begin("{}");
        assertThat(publish(paid("1"))).isEqualTo(PublishResult.takenBy(2));
    }

    @Test
    void anEventThatNoInstanceTakesIsReported() {
        fixture.workflow("do: [{paid: {listen: {to: {one: {with: {type: paid, source: /elsewhere}}}}}}]").start();
        assertThat(publish(paid("1")).outcome()).isEqualTo(Outcome.NOBODY);
        fixture.begin("{}");
        assertThat(publish(paid("2"))).isEqualTo(PublishResult.takenBy(0));
    }

    /** No start can have it among its keys. */
    @Test
    void anEventWhoseIdHasTheCharacterU0000IsRefusedIfItWouldStartAnInstance() {
        fixture.workflow("schedule: {on: {one: {with: {type: paid}}}}\ndo: [{a: {set: {b: 1}}}]").start();
        UniAssertSubscriber<PublishResult> published = new EngineCloudEventBus(fixture.engine).publish(paid("a\0b"))
                .subscribe().withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        CairnException refusal = (CairnException) published.assertFailedWith(CairnException.class, "CAIRN-0830").getFailure();
        assertThat(refusal.reason()).isEqualTo(Reason.INVALID_INPUT);
    }

    @Test
    void aRepeatedPublicationHasTheSameResult() {
        fixture.workflow(TWO).start();
        fixture.begin("{}");
        assertThat(publish(paid("1"))).isEqualTo(PublishResult.takenBy(1));
        assertThat(publish(paid("1"))).isEqualTo(PublishResult.takenBy(1));
    }

    @Test
    void instancesOfAllNodesAreCounted() {
        NodeUnderTest a = node("a");
        NodeUnderTest b = node("b");
        NodeUnderTest c = node("c");
        List.of(a, a, b, c, c, c).forEach(node -> node.start("{}"));
        UniAssertSubscriber<PublishResult> published = publish(b);
        cluster.advance(2_500);
        assertThat(published.assertCompleted().getItem()).isEqualTo(PublishResult.takenBy(6));
        assertThat(MessageLedger.left(ledgers)).isEmpty();
    }

    @Test
    void aNodeThatTookNothingLeavesNoAnswer() {
        NodeUnderTest a = node("a");
        node("b");
        UniAssertSubscriber<PublishResult> published = publish(a);
        cluster.advance(2_500);
        assertThat(published.assertCompleted().getItem().outcome()).isEqualTo(Outcome.NOBODY);
        assertThat(ledgers.get(1).told).isEmpty();
    }

    @Test
    void anEventOfAnEarlierVersionIsNotAnswered() {
        NodeUnderTest a = node("a");
        String id = a.start("{}");
        byte[] body = EventMessageCodec.encode(List.of(JsonPayload.of(CloudEventConverter.tree(paid("1")))), "m1",
                PayloadCodecChain.NONE);
        ledgers.get(0).tell(new NodeMessage(a.engine.nodeId(), "m1", body));
        cluster.advance(2_500);
        assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED);
        assertThat(MessageLedger.left(ledgers)).isEmpty();
    }

    @Test
    void theMessageStaysUntilTheAnswerIsStored() {
        NodeUnderTest a = node("a");
        NodeUnderTest b = node("b");
        a.start("{}");
        ledgers.get(0).failing = true;
        UniAssertSubscriber<PublishResult> published = publish(b);
        cluster.advance(3_000);
        published.assertNotTerminated();
        ledgers.get(0).failing = false;
        cluster.advance(3_000);
        assertThat(published.assertCompleted().getItem()).isEqualTo(PublishResult.takenBy(1));
    }

    /** Knows the messages between nodes that are stored, and can fail to store more. */
    private static final class MessageLedger extends ForwardingStore {

        private final ConcurrentHashMap<String, NodeMessage> told = new ConcurrentHashMap<>();
        private final List<String> heard = new ArrayList<>();
        private boolean failing;

        MessageLedger(InstanceStore session) {
            super(session);
        }

        static List<String> left(List<MessageLedger> all) {
            List<String> left = new ArrayList<>();
            all.forEach(ledger -> left.addAll(ledger.told.keySet()));
            all.forEach(ledger -> left.removeAll(ledger.heard));
            return left;
        }

        private static String key(NodeMessage message) {
            return message.nodeId() + ' ' + message.id();
        }

        void tell(NodeMessage message) {
            nodeMessages().orElseThrow().tell(List.of(message)).await().indefinitely();
        }

        @Override
        public Optional<NodeMessages> nodeMessages() {
            return super.nodeMessages().map(Messages::new);
        }

        @Override
        protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
            return Uni.createFrom().deferred(forward::get);
        }

        private final class Messages implements NodeMessages {
            private final NodeMessages real;

            Messages(NodeMessages real) {
                this.real = real;
            }

            @Override
            public Uni<List<NodeLease>> leases() {
                return real.leases();
            }

            @Override
            public Uni<Void> tell(List<NodeMessage> messages) {
                if (failing) {
                    return Uni.createFrom().failure(new StoreException("planted", false, null));
                }
                messages.forEach(message -> told.put(key(message), message));
                return real.tell(messages);
            }

            @Override
            public Uni<List<NodeMessage>> told(String nodeId, int limit) {
                return real.told(nodeId, limit);
            }

            @Override
            public Uni<List<String>> unheard(String messageId, List<String> nodeIds) {
                return real.unheard(messageId, nodeIds);
            }

            @Override
            public Uni<Void> heard(List<NodeMessage> messages) {
                messages.forEach(message -> heard.add(key(message)));
                return real.heard(messages);
            }
        }
    }
}
