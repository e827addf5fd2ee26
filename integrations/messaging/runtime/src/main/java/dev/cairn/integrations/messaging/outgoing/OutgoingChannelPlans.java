package dev.cairn.integrations.messaging.outgoing;

import java.util.Map;

import dev.cairn.integrations.messaging.mapping.ConnectorPresence;

/**
 * The channels that the build found.
 *
 * @param channels by name
 * @param connectors the connectors of the application
 */
public record OutgoingChannelPlans(Map<String, OutgoingChannelPlan> channels, ConnectorPresence connectors) {

    /** The name of a task in {@link OutgoingChannelPlan#getTasks}. */
    public static String taskName(String workflow, String version, String pointer) {
        return EventRoute.key(workflow, version, pointer);
    }
}
