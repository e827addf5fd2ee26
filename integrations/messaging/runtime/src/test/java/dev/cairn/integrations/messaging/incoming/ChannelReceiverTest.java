package dev.cairn.integrations.messaging.incoming;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.eclipse.microprofile.reactive.messaging.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.integrations.messaging.config.DeliveryOrder;
import dev.cairn.integrations.messaging.mapping.BrokerRecord;
import dev.cairn.integrations.messaging.mapping.BrokerRecordReader;
import dev.cairn.integrations.messaging.mapping.ConnectorPresence;
import dev.cairn.integrations.messaging.mapping.EventMapper.MappedEvent;
import dev.cairn.integrations.messaging.mapping.MessageMapper;
import dev.cairn.integrations.messaging.status.ChannelState;
import io.cloudevents.core.builder.CloudEventBuilder;

class ChannelReceiverTest {

    private static final int MANY = 5_000;

    private final HeldEventBus bus = new HeldEventBus();
    private final ChannelState state = new ChannelState("orders");
    private final Queue<Message<?>> broker = new ArrayDeque<>();
    private final Queue<Runnable> timers = new ArrayDeque<>();
    private final List<String> acknowledged = new ArrayList<>();
    private final List<Throwable> refused = new ArrayList<>();
    private MessageMapper mapper = record -> mapped(new String(record.body()));
    private Supplier<CompletableFuture<Void>> acknowledgement = () -> CompletableFuture.completedFuture(null);
    private Function<Throwable, CompletableFuture<Void>> refusal = reason -> CompletableFuture.completedFuture(null);

    @Test
    void messagesThatWaitForTheirOrderAreAllPublishedAtOnce() {
        bus.hold();
        send(MANY);
        receive(DeliveryOrder.CHANNEL, MANY + 1);
        assertThat(bus.published()).containsExactly("0");

        bus.release();

        assertThat(acknowledged).hasSize(MANY);
        assertThat(bus.published()).isEqualTo(acknowledged);
        assertThat(state.description()).isEqualTo("receiving, 0 in flight");
    }

    @Test
    void aMessageIsInFlightUntilItsAcknowledgementHasCompleted() {
        CompletableFuture<Void> held = new CompletableFuture<>();
        acknowledgement = () -> held;
        send(5);

        receive(DeliveryOrder.CHANNEL, 2);
        assertThat(acknowledged).containsExactly("0", "1");
        assertThat(state.description()).isEqualTo("receiving, 2 in flight");

        held.complete(null);
        assertThat(acknowledged).hasSize(5);
        assertThat(state.description()).isEqualTo("receiving, 0 in flight");
    }

    @Test
    void aMessageLeavesIfItsAcknowledgementFails() {
        acknowledgement = () -> {
            throw new IllegalStateException("no connection");
        };
        send(3);

        receive(DeliveryOrder.CHANNEL, 1);

        assertThat(bus.published()).hasSize(3);
        assertThat(state.description()).isEqualTo("receiving, 0 in flight");
    }

    @Test
    void aRefusedMessageIsInFlightUntilItsRefusalHasCompleted() {
        CompletableFuture<Void> held = new CompletableFuture<>();
        refusal = reason -> held;
        bus.failWith(new CairnException(Reason.INVALID_INPUT, "no", null));
        send(3);

        receive(DeliveryOrder.NONE, 2);
        assertThat(refused).hasSize(2);
        assertThat(state.description()).isEqualTo("receiving, 2 in flight");

        held.complete(null);
        assertThat(refused).hasSize(3);
        assertThat(state.description()).isEqualTo("receiving, 0 in flight");
    }

    @Test
    void anyFailureOfReadingRefusesTheMessage() {
        MessageMapper sound = mapper;
        mapper = record -> {
            if (new String(record.body()).equals("1")) {
                throw new IllegalStateException("a mistake");
            }
            return sound.event(record);
        };
        send(3);

        receive(DeliveryOrder.KEY, 1);

        assertThat(acknowledged).containsExactly("0", "2");
        assertThat(refused).singleElement().extracting(Throwable::getMessage).asString().startsWith("CAIRN-0901")
                .contains("a mistake");
        assertThat(state.description()).isEqualTo("receiving, 0 in flight");
    }

    @Test
    void anUnknownFailureOfPublishingIsTriedAgain() {
        bus.failWith(new IllegalStateException("a mistake"));
        assertPausedUntilPublished();
    }

    @Test
    void aPublicationThatThrowsIsTriedAgain() {
        bus.throwInstead(new IllegalStateException("a mistake"));
        assertPausedUntilPublished();
    }

    @ParameterizedTest
    @EnumSource(value = Reason.class, mode = EnumSource.Mode.EXCLUDE, names = { "INVALID_INPUT", "KEY_REUSED", "STOPPING" })
    void refusalsThatMayPassAreTriedAgain(Reason reason) {
        bus.failWith(new CairnException(reason, "not now", null));
        assertPausedUntilPublished();
    }

    @ParameterizedTest
    @EnumSource(value = Reason.class, names = { "INVALID_INPUT", "KEY_REUSED" })
    void finalRefusalsAreLeftToTheFailureStrategy(Reason reason) {
        bus.failWith(new CairnException(reason, "never", null));
        send(2);

        receive(DeliveryOrder.CHANNEL, 1);

        assertThat(refused).hasSize(2);
        assertThat(timers).isEmpty();
        assertThat(state.description()).isEqualTo("receiving, 0 in flight");
    }

    @Test
    void aStoppingApplicationLeavesItsMessagesToTheBroker() {
        bus.failWith(new CairnException(Reason.STOPPING, "stopping", null));
        send(2);

        receive(DeliveryOrder.CHANNEL, 2);

        assertThat(bus.published()).containsExactly("0");
        assertThat(acknowledged).isEmpty();
        assertThat(refused).isEmpty();
        assertThat(timers).isEmpty();
    }

    private void assertPausedUntilPublished() {
        send(2);

        receive(DeliveryOrder.NONE, 8);
        assertThat(state.description()).startsWith("paused: ");
        assertThat(bus.published()).containsExactly("0");
        assertThat(refused).isEmpty();

        bus.failWith(null);
        timers.remove().run();
        assertThat(acknowledged).containsExactlyInAnyOrder("0", "1");
        assertThat(state.description()).isEqualTo("receiving, 0 in flight");
    }

    @Test
    void aRefusalThatFailsIsTriedAgainWhileTheChannelIsPaused() {
        refusal = reason -> CompletableFuture.failedFuture(new IllegalStateException("no dead letter topic"));
        bus.failWith(new CairnException(Reason.INVALID_INPUT, "no", null));
        send(2);

        receive(DeliveryOrder.NONE, 8);
        assertThat(refused).hasSize(1);
        assertThat(state.isReceiving()).isFalse();
        assertThat(state.description()).contains("no dead letter topic");
        timers.remove().run();
        assertThat(refused).hasSize(2);
        assertThat(state.isReceiving()).isFalse();

        bus.failWith(null);
        refusal = reason -> CompletableFuture.completedFuture(null);
        timers.remove().run();
        assertThat(refused).hasSize(3);
        assertThat(bus.published()).containsExactly("0", "1");
        assertThat(acknowledged).containsExactly("1");
        assertThat(timers).isEmpty();
        assertThat(state.description()).isEqualTo("receiving, 0 in flight");
    }

    @Test
    void aStrategyThatFailsWithTheReasonEndsTheChannel() {
        refusal = CompletableFuture::failedFuture;
        bus.failWith(new CairnException(Reason.INVALID_INPUT, "no", null));
        send(2);

        receive(DeliveryOrder.NONE, 8);

        assertThat(refused).hasSize(1);
        assertThat(timers).isEmpty();
        assertThat(state.description()).startsWith("ended: CAIRN-0901");
    }

    private void send(int messages) {
        IntStream.range(0, messages).mapToObj(String::valueOf)
                .map(text -> Message.of(text.getBytes()).withAck(() -> {
                    acknowledged.add(text);
                    return acknowledgement.get();
                }).withNack(reason -> {
                    refused.add(reason);
                    return refusal.apply(reason);
                })).forEach(broker::add);
    }

    /** Subscribes; the broker gives each message as soon as it is requested. */
    private void receive(DeliveryOrder order, int maxMessages) {
        ChannelReceiver receiver = new ChannelReceiver(new ReceiverLimits(order, maxMessages, Long.MAX_VALUE, 1_000),
                new BrokerRecordReader("orders", ConnectorPresence.NONE), (BrokerRecord record) -> mapper.event(record), bus,
                (millis, action) -> timers.add(action), new ChannelObservers(List.of()), state);
        receiver.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long messages) {
                if (!broker.isEmpty()) {
                    receiver.onNext(broker.remove());
                }
            }

            @Override
            public void cancel() {
                throw new UnsupportedOperationException("The receiver never cancels its subscription");
            }
        });
    }

    private static MappedEvent mapped(String id) {
        return new MappedEvent(CloudEventBuilder.v1().withId(id).withSource(URI.create("/test")).withType("order").build(),
                "key");
    }
}
