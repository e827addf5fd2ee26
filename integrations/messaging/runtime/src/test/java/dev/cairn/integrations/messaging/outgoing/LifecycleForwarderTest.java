package dev.cairn.integrations.messaging.outgoing;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;

import org.eclipse.microprofile.reactive.messaging.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.cairn.api.EventBus;
import dev.cairn.integrations.messaging.config.LifecycleSubject;
import dev.cairn.integrations.messaging.config.MessagingConfig;
import dev.cairn.integrations.messaging.mapping.ConnectorPresence;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.AssertSubscriber;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.smallrye.mutiny.subscription.BackPressureStrategy;
import io.smallrye.mutiny.subscription.Cancellable;

/** Lifecycle events come in batches, and a broker acknowledges later. */
class LifecycleForwarderTest {

    private static final String CHANNEL = "audit";
    private static final String MAX_IN_FLIGHT = "quarkus.cairn.messaging.outgoing.audit.max-in-flight";
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
    private final WatchedEventBus events = new WatchedEventBus();

    @BeforeEach
    void hear() {
        LOG.addHandler(handler);
    }

    @AfterEach
    void hearNoMore() {
        LOG.removeHandler(handler);
    }

    @Test
    void aBatchOfEventsReachesTheConnectorInOrderBeforeTheFirstIsAcknowledged() {
        AssertSubscriber<Message<?>> connector = connector(forwarding(Map.of()), Long.MAX_VALUE);

        events.emit(3_000);

        assertThat(ids(connector)).isEqualTo(IntStream.range(0, 3_000).mapToObj(Integer::toString).toList());
        assertThat(log).isEmpty();
        connector.getItems().get(0).nack(new IllegalStateException("the broker is full"));
        assertThat(log).singleElement().asString().startsWith("CAIRN-0906: ").contains("channel=audit", "the broker is full");
    }

    @Test
    void eventsThatWaitLeaveRoomForTasks() {
        OutgoingChannels channels = forwarding(Map.of(MAX_IN_FLIGHT, "10"));

        events.emit(20);
        IntStream.range(0, 3).forEach(i -> send(channels).assertNotTerminated());

        AssertSubscriber<Message<?>> connector = connector(channels, Long.MAX_VALUE);
        assertThat(connector.getItems()).hasSize(8);
        assertThat(ids(connector)).containsExactly("0", "1", "2", "3", "4");
        List.copyOf(connector.getItems()).forEach(Message::ack);
        assertThat(ids(connector)).hasSize(10);
    }

    @Test
    void taskSendsFindRoomBesideEventsInTheSmallestChannels() {
        OutgoingChannels channels = forwarding(Map.of(MAX_IN_FLIGHT, "2"));

        events.emit(2);
        send(channels).assertNotTerminated();
    }

    @Test
    void eventsTakeExactlyHalfOfTheRoom() {
        OutgoingChannels channels = forwarding(Map.of(MAX_IN_FLIGHT, "10"));

        events.emit(20);

        assertThat(ids(connector(channels, Long.MAX_VALUE))).containsExactly("0", "1", "2", "3", "4");
    }

    @Test
    void aBatchWaitsForAChannelThatTakesOneMessageAtATime() {
        AssertSubscriber<Message<?>> connector = connector(forwarding(Map.of(MAX_IN_FLIGHT, "1")), Long.MAX_VALUE);

        events.emit(20);
        for (int i = 0; i < 20; i++) {
            assertThat(connector.getItems()).hasSize(i + 1);
            connector.getItems().get(i).ack();
        }

        assertThat(ids(connector)).isEqualTo(IntStream.range(0, 20).mapToObj(Integer::toString).toList());
        assertThat(log).isEmpty();
    }

    @Test
    void eventsAreDroppedWhenTooManyWait() {
        AssertSubscriber<Message<?>> connector = connector(forwarding(Map.of(MAX_IN_FLIGHT, "1")), Long.MAX_VALUE);

        events.emit(1 + LifecycleBacklog.MAX_WAITING_EVENTS);
        assertThat(log).isEmpty();
        events.emit(1);

        assertThat(log).singleElement().asString().startsWith("CAIRN-0906: ").contains("1024 lifecycle events wait already");
        assertThat(connector.getItems()).hasSize(1);
    }

    @Test
    void eventsAreDroppedWhenTooLargeOnesWait() {
        AssertSubscriber<Message<?>> connector = connector(forwarding(Map.of(MAX_IN_FLIGHT, "1",
                "quarkus.cairn.messaging.outgoing.audit.max-in-flight-size", "1M")), Long.MAX_VALUE);
        events.data = new byte[900_000];

        events.emit(2);
        assertThat(log).isEmpty();
        events.emit(1);

        assertThat(log).singleElement().asString().startsWith("CAIRN-0906: ");
        connector.getItems().get(0).ack();
        events.emit(1);
        assertThat(ids(connector)).containsExactly("0", "1");
        connector.getItems().get(1).ack();
        assertThat(ids(connector)).containsExactly("0", "1", "3");
    }

    private static UniAssertSubscriber<Void> send(OutgoingChannels channels) {
        return channels.publish(CHANNEL, new PublishedMessage("task", new byte[0], "text/plain", Map.of()), null, "/do/0/send")
                .subscribe().withSubscriber(UniAssertSubscriber.create());
    }

    private OutgoingChannels forwarding(Map<String, String> properties) {
        OutgoingChannelPlan plan = new OutgoingChannelPlan();
        plan.setStructured(true);
        plan.setLifecycle(List.of(LifecycleSubject.TASK.name()));
        OutgoingChannelPlans plans = new OutgoingChannelPlans(Map.of(CHANNEL, plan), ConnectorPresence.NONE);
        OutgoingChannels channels = new OutgoingChannels(plans, new SmallRyeConfigBuilder().addDiscoveredConverters()
                .withSources(new PropertiesConfigSource(properties, "test", 100)).withMapping(MessagingConfig.class).build()
                .getConfigMapping(MessagingConfig.class));
        new LifecycleForwarder(channels, plans, events).begin(new StartupEvent());
        return channels;
    }

    private static AssertSubscriber<Message<?>> connector(OutgoingChannels channels, long requested) {
        return Multi.createFrom().<Message<?>>safePublisher(channels.publisher(CHANNEL)).subscribe()
                .withSubscriber(AssertSubscriber.create(requested));
    }

    private static List<String> ids(AssertSubscriber<Message<?>> connector) {
        return connector.getItems().stream().map(message -> new String((byte[]) message.getPayload(), StandardCharsets.UTF_8))
                .filter(text -> !text.isEmpty()).map(text -> text.replaceAll(".*\"id\":\"(\\d+)\".*", "$1")).toList();
    }

    /** Gives events as an engine does. A watcher that does not ask for them may be 1,024 behind. */
    private static final class WatchedEventBus implements EventBus {

        private Consumer<CloudEvent> watcher = event -> {};
        private int emitted;
        private byte[] data = new byte[0];

        void emit(int number) {
            for (int i = 0; i < number; i++) {
                watcher.accept(CloudEventBuilder.v1().withId(Integer.toString(emitted++)).withSource(URI.create("/test"))
                        .withType("task.started").withData("application/octet-stream", data).build());
            }
        }

        @Override
        public Multi<CloudEvent> taskLifecycle() {
            return Multi.createFrom()
                    .<CloudEvent>emitter(emitter -> watcher = emitter::emit, BackPressureStrategy.IGNORE).onOverflow()
                    .buffer(1_024);
        }

        @Override
        public Uni<PublishResult> publish(CloudEvent event) {
            throw new UnsupportedOperationException("A forwarder never calls publish");
        }

        @Override
        public Cancellable onEmitted(Function<CloudEvent, Uni<Void>> consumer) {
            throw new UnsupportedOperationException("A forwarder never calls onEmitted");
        }

        @Override
        public Multi<CloudEvent> emitted() {
            throw new UnsupportedOperationException("A forwarder never calls emitted");
        }

        @Override
        public Multi<CloudEvent> lifecycle() {
            throw new UnsupportedOperationException("This forwarder wants the events of tasks alone");
        }
    }
}
