package dev.cairn.integrations.messaging.outgoing;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Flow;

import jakarta.inject.Singleton;

import org.eclipse.microprofile.reactive.messaging.Message;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.integrations.messaging.config.ChannelLimitCheck;
import dev.cairn.integrations.messaging.config.MessagingConfig;
import dev.cairn.spi.EventSink;
import io.cloudevents.CloudEvent;
import io.smallrye.mutiny.Uni;

/** The channels of the application that get events of workflows. */
@Singleton
public class OutgoingChannels implements EventSink {

    private final Map<String, OutgoingChannel> channels = new TreeMap<>();
    private final Map<String, EventRoute> routes = new TreeMap<>();

    OutgoingChannels(OutgoingChannelPlans plans, MessagingConfig config) {
        plans.channels().forEach((name, plan) -> {
            channels.put(name,
                    new OutgoingChannel(name, new OutgoingMessageWriter(plan, plans.connectors()), limits(config, name)));
            routes.put(name, new EventRoute(plan));
        });
    }

    private static OutgoingLimits limits(MessagingConfig config, String channel) {
        MessagingConfig.Outgoing settings = config.outgoing().get(channel);
        ChannelLimitCheck.check(channel, settings);
        return new OutgoingLimits(settings.maxInFlight(), settings.maxInFlightSize().asLongValue());
    }

    /** The messages for a channel; generated beans ask for it, once each. */
    public Flow.Publisher<Message<?>> publisher(String channel) {
        return channels.get(channel).publisher();
    }

    /** Completes when all channels that want the event have it. */
    @Override
    public Uni<Void> send(CloudEvent event, EmittingTask task) {
        Uni<Void> sent = Uni.createFrom().voidItem();
        for (Map.Entry<String, EventRoute> route : routes.entrySet()) {
            if (route.getValue().matches(event.getType(), task)) {
                sent = sent.chain(() -> channels.get(route.getKey()).send(event, task.task()));
            }
        }
        return sent;
    }

    /**
     * Completes when a channel has a message that is no event.
     *
     * @param keyed the value that the expression for the key sees
     */
    public Uni<Void> publish(String channel, PublishedMessage message, JsonNode keyed, String task) {
        return channels.get(channel).publish(message, keyed, task);
    }

    /** As {@link OutgoingChannel#offer}. */
    Uni<Void> offer(String channel, CloudEvent event) {
        return channels.get(channel).offer(event);
    }
}
