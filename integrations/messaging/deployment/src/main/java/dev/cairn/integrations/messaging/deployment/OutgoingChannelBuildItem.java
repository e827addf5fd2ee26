package dev.cairn.integrations.messaging.deployment;

import dev.cairn.integrations.messaging.config.EventFormat;
import dev.cairn.integrations.messaging.outgoing.OutgoingChannelPlan;
import io.quarkus.builder.item.MultiBuildItem;

/** A channel that gets events of workflows. */
final class OutgoingChannelBuildItem extends MultiBuildItem {

    private final String channel;
    private final OutgoingChannelPlan plan;
    private final EventFormat format;

    /** @param format null for that of the connector */
    OutgoingChannelBuildItem(String channel, OutgoingChannelPlan plan, EventFormat format) {
        this.channel = channel;
        this.plan = plan;
        this.format = format;
    }

    String channel() {
        return channel;
    }

    OutgoingChannelPlan plan() {
        return plan;
    }

    EventFormat format() {
        return format;
    }
}
