package dev.cairn.integrations.messaging.incoming;

import java.util.Map;

import dev.cairn.integrations.messaging.mapping.ConnectorPresence;
import dev.cairn.integrations.messaging.mapping.EventMapper;
import dev.cairn.integrations.messaging.mapping.EventMappingPlan;
import dev.cairn.integrations.messaging.mapping.MessageMapper;
import dev.cairn.integrations.messaging.mapping.SubscriptionMapper;
import dev.cairn.integrations.messaging.mapping.SubscriptionPlan;

/**
 * The channels that the build found.
 *
 * @param mappings mappings of the channels that bring events, by the name of the channel
 * @param subscriptions the channels that bring messages of AsyncAPI documents, by name
 * @param connectors the connectors of the application
 */
public record IncomingChannelPlans(Map<String, EventMappingPlan> mappings, Map<String, SubscriptionPlan> subscriptions,
        ConnectorPresence connectors) {

    /** The mapper for a channel. */
    MessageMapper mapper(String channel) {
        SubscriptionPlan subscription = subscriptions.get(channel);
        return subscription == null ? new EventMapper(mappings.get(channel)) : new SubscriptionMapper(subscription);
    }
}
