package dev.cairn.integrations.messaging.outgoing;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;

import org.eclipse.microprofile.reactive.messaging.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.cairn.api.WorkflowException;
import dev.cairn.integrations.messaging.mapping.ConnectorPresence;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.AssertSubscriber;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

class OutgoingChannelTest {

    private static final int MANY = 20_000;
    private static final Logger LOG = Logger.getLogger("dev.cairn.messaging");

    private final List<String> log = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            log.add(entry.getMessage().formatted(entry.getParameters()));
        }

        @Override
        public void flush() {
            // All is there.
        }

        @Override
        public void close() {
            // Nothing to let go of.
        }
    };

    private OutgoingChannel channel = channel(10, 1 << 20);

    private static OutgoingChannel channel(int maxMessages, long maxBytes) {
        return new OutgoingChannel("shipped",
                new OutgoingMessageWriter(new OutgoingChannelPlan(), ConnectorPresence.NONE),
                new OutgoingLimits(maxMessages, maxBytes));
    }

    @BeforeEach
    void hear() {
        LOG.addHandler(handler);
    }

    @AfterEach
    void hearNoMore() {
        LOG.removeHandler(handler);
    }

    @Test
    void aSendIsDoneWhenTheBrokerAcknowledgesItsMessage() {
        AssertSubscriber<Message<?>> connector = connector(1);
        UniAssertSubscriber<Void> send = send("1");

        Message<?> message = connector.getItems().get(0);
        assertThat(text(message)).isEqualTo("1");
        send.assertNotTerminated();

        message.ack();
        send.assertCompleted();
    }

    @Test
    void theConnectorGetsTheMessagesInOrderAsItRequestsThem() {
        List.of("1", "2", "3").forEach(this::send);
        AssertSubscriber<Message<?>> connector = connector(2);
        assertThat(texts(connector)).containsExactly("1", "2");

        send("4");
        connector.request(5);
        assertThat(texts(connector)).containsExactly("1", "2", "3", "4");
    }

    @Test
    void aCancelledSendLeavesTheQueue() {
        for (int i = 0; i < MANY; i++) {
            send("cancelled").cancel();
        }
        send("1");
        UniAssertSubscriber<Void> second = send("2");
        send("3");
        second.cancel();

        assertThat(texts(connector(Long.MAX_VALUE))).containsExactly("1", "3");
    }

    @Test
    void aCancelledSendCountsUntilTheBrokerAnswersIfTheConnectorHasItsMessage() {
        channel = channel(1, 1 << 20);
        AssertSubscriber<Message<?>> connector = connector(Long.MAX_VALUE);
        send("1").cancel();
        refused("2");

        connector.getItems().get(0).ack();
        connector.getItems().get(0).nack(new IllegalStateException("twice"));
        send("3").assertNotTerminated();
        refused("4");
    }

    @Test
    void noMoreThanTheMaximumNumberOfMessagesWait() {
        List<UniAssertSubscriber<Void>> sends = IntStream.range(0, 10).mapToObj(i -> send("1")).toList();
        refused("2");

        sends.get(0).cancel();
        send("3").assertNotTerminated();
        refused("4");
    }

    @Test
    void noMoreThanTheMaximumSizeWaits() {
        channel = channel(1_000, 10_000);
        UniAssertSubscriber<Void> large = send("x".repeat(20_000));
        refused("2");

        large.cancel();
        for (int i = 0; i < 9; i++) {
            send("x".repeat(100)).assertNotTerminated();
        }
        refused("3");
    }

    @Test
    void aRefusedMessageMakesRoom() {
        channel = channel(1, 1 << 20);
        AssertSubscriber<Message<?>> connector = connector(Long.MAX_VALUE);
        UniAssertSubscriber<Void> first = send("1");
        connector.getItems().get(0).nack(new IllegalStateException("the broker is full"));

        assertThat(first.assertFailedWith(WorkflowException.class).getFailure()).hasMessageContaining("the broker is full");
        send("2").assertNotTerminated();
    }

    @Test
    void theEndOfTheConnectorFailsAllThatWaitAndAllThatFollow() {
        AssertSubscriber<Message<?>> connector = connector(1);
        UniAssertSubscriber<Void> handedOver = send("1");
        UniAssertSubscriber<Void> waiting = send("2");

        connector.cancel();

        for (UniAssertSubscriber<Void> send : List.of(handedOver, waiting, send("3"))) {
            assertThat(send.assertFailedWith(WorkflowException.class).getFailure())
                    .hasMessageContaining("the connector has ended the channel");
        }
    }

    @Test
    void aMessageThatTheConnectorThrowsBackFailsAloneAndIsToldOnce() {
        channel = channel(1, 1 << 20);
        FaultyConnector connector = new FaultyConnector();
        channel.publisher().subscribe(connector);
        for (int i = 0; i < 3; i++) {
            assertThat(send("bad").assertFailedWith(WorkflowException.class).getFailure())
                    .hasMessageContaining("the connector failed: planted: bad");
        }

        UniAssertSubscriber<Void> good = send("good");
        assertThat(connector.taken).extracting(OutgoingChannelTest::text).containsExactly("good");
        connector.taken.get(0).ack();
        good.assertCompleted();
        assertThat(log).singleElement().asString().startsWith("CAIRN-0909: ").contains("channel=shipped", "planted: bad");
    }

    @Test
    void aSecondConnectorIsRefused() {
        connector(1);
        connector(1).assertFailedWith(IllegalStateException.class);
    }

    @Test
    void sendsOfManyThreadsAllArriveOnce() {
        channel = channel(MANY, 1L << 30);
        AssertSubscriber<Message<?>> connector = connector(Long.MAX_VALUE);
        // Mutiny cannot be set up by several threads at once.
        send("0");

        CompletableFuture.allOf(IntStream.range(0, 4).mapToObj(thread -> CompletableFuture.runAsync(() -> {
            for (int i = thread + 1; i < MANY; i += 4) {
                send(Integer.toString(i));
            }
        })).toArray(CompletableFuture[]::new)).join();

        assertThat(texts(connector)).doesNotHaveDuplicates().hasSize(MANY);
    }

    private UniAssertSubscriber<Void> send(String text) {
        return uni(text).subscribe().withSubscriber(UniAssertSubscriber.create());
    }

    private void refused(String text) {
        assertThat(send(text).assertFailedWith(WorkflowException.class).getFailure())
                .hasMessageContaining("wait for the acknowledgement of the broker")
                .hasMessageContaining("quarkus.cairn.messaging.outgoing.\"shipped\"");
    }

    private Uni<Void> uni(String text) {
        CloudEvent event = CloudEventBuilder.v1().withId("e").withSource(URI.create("/test")).withType("order")
                .withData(text.getBytes(StandardCharsets.UTF_8)).build();
        return channel.send(event, "/do/0/send");
    }

    /** Subscribes as the connector of the channel. */
    private AssertSubscriber<Message<?>> connector(long requested) {
        return Multi.createFrom().<Message<?>>safePublisher(channel.publisher()).subscribe()
                .withSubscriber(AssertSubscriber.create(requested));
    }

    private static List<String> texts(AssertSubscriber<Message<?>> connector) {
        return connector.getItems().stream().map(OutgoingChannelTest::text).toList();
    }

    private static String text(Message<?> message) {
        return new String((byte[]) message.getPayload(), StandardCharsets.UTF_8);
    }

    /** Takes one message at a time, and throws at some without a further request. */
    private static final class FaultyConnector implements Flow.Subscriber<Message<?>> {

        private final List<Message<?>> taken = new ArrayList<>();

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(1);
        }

        @Override
        public void onNext(Message<?> message) {
            if (text(message).equals("bad")) {
                throw new IllegalStateException("planted: bad");
            }
            taken.add(message);
        }

        @Override
        public void onError(Throwable failure) {
            throw new AssertionError(failure);
        }

        @Override
        public void onComplete() {
            throw new AssertionError("The channel has ended");
        }
    }
}
