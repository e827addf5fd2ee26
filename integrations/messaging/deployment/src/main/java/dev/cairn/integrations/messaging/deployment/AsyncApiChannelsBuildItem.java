package dev.cairn.integrations.messaging.deployment;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import dev.cairn.definition.asyncapi.AsyncApiChannel;
import io.quarkus.builder.item.SimpleBuildItem;

/** The channels of AsyncAPI documents that workflows use, by the names of the channels that they are mapped to. */
final class AsyncApiChannelsBuildItem extends SimpleBuildItem {

    private final Map<String, AsyncApiChannel> published;
    private final Map<String, AsyncApiChannel> subscribed;

    AsyncApiChannelsBuildItem(Map<String, AsyncApiChannel> published, Map<String, AsyncApiChannel> subscribed) {
        this.published = new TreeMap<>(published);
        this.subscribed = new TreeMap<>(subscribed);
    }

    /** By names of channels in {@code mp.messaging.outgoing}. */
    Map<String, AsyncApiChannel> published() {
        return published;
    }

    /** By names of channels in {@code mp.messaging.incoming}. */
    Map<String, AsyncApiChannel> subscribed() {
        return subscribed;
    }

    Optional<AsyncApiChannel> published(String channel) {
        return Optional.ofNullable(published.get(channel));
    }

    Optional<AsyncApiChannel> subscribed(String channel) {
        return Optional.ofNullable(subscribed.get(channel));
    }
}
