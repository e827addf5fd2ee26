package dev.cairn.integrations.messaging.outgoing;

import java.util.Map;

/**
 * The channels that the build found.
 *
 * @param channels by name
 * @param hasKafka true if the application has the connector for Kafka
 * @param hasAmqp true if the application has the connector for AMQP
 */
public record OutgoingChannelPlans(Map<String, OutgoingChannelPlan> channels, boolean hasKafka, boolean hasAmqp) {

    /** The name of a task in {@link OutgoingChannelPlan#getTasks}. */
    public static String taskName(String workflow, String version, String pointer) {
        return EventRoute.key(workflow, version, pointer);
    }
}
