package dev.cairn.integrations.messaging.deployment;

import dev.cairn.integrations.messaging.mapping.EventMappingPlan;
import io.quarkus.builder.item.MultiBuildItem;

/** A channel whose messages become events. */
final class IncomingChannelBuildItem extends MultiBuildItem {

    private final String channel;
    private final EventMappingPlan mapping;

    IncomingChannelBuildItem(String channel, EventMappingPlan mapping) {
        this.channel = channel;
        this.mapping = mapping;
    }

    String channel() {
        return channel;
    }

    EventMappingPlan mapping() {
        return mapping;
    }
}
