package dev.cairn.integrations.messaging.incoming;

import java.util.Map;

import dev.cairn.integrations.messaging.mapping.EventMappingPlan;

/**
 * The channels that the build found.
 *
 * @param mappings by the name of the channel
 * @param hasKafka true if the application has the connector for Kafka
 * @param hasAmqp true if the application has the connector for AMQP
 */
public record IncomingChannelPlans(Map<String, EventMappingPlan> mappings, boolean hasKafka, boolean hasAmqp) {}
