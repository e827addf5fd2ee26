package dev.cairn.integrations.messaging;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import dev.cairn.integrations.messaging.asyncapi.PublishPlan;
import dev.cairn.integrations.messaging.asyncapi.PublishPlans;
import dev.cairn.integrations.messaging.incoming.IncomingChannelPlans;
import dev.cairn.integrations.messaging.mapping.ConnectorPresence;
import dev.cairn.integrations.messaging.mapping.EventMappingPlan;
import dev.cairn.integrations.messaging.mapping.SubscriptionPlan;
import dev.cairn.integrations.messaging.outgoing.OutgoingChannelPlan;
import dev.cairn.integrations.messaging.outgoing.OutgoingChannelPlans;
import io.quarkus.runtime.annotations.Recorder;

/** Brings what the build found into the application. */
@Recorder
public class MessagingRecorder {

    /** The channels in. */
    public Supplier<IncomingChannelPlans> incoming(Map<String, Map<String, String>> expressions,
            Map<String, SubscriptionPlan> subscriptions, ConnectorPresence connectors) {
        Map<String, EventMappingPlan> mappings = new HashMap<>();
        expressions.forEach((channel, mapping) -> mappings.put(channel, new EventMappingPlan(mapping)));
        IncomingChannelPlans plans = new IncomingChannelPlans(mappings, subscriptions, connectors);
        return () -> plans;
    }

    /** The channels of AsyncAPI documents that workflows publish to. */
    public Supplier<PublishPlans> publishing(List<PublishPlan> channels) {
        PublishPlans plans = new PublishPlans(channels);
        return () -> plans;
    }

    /** The channels out. */
    public Supplier<OutgoingChannelPlans> outgoing(Map<String, OutgoingChannelPlan> channels,
            ConnectorPresence connectors) {
        OutgoingChannelPlans plans = new OutgoingChannelPlans(channels, connectors);
        return () -> plans;
    }
}
