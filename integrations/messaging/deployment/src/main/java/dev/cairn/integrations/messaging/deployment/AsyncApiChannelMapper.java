package dev.cairn.integrations.messaging.deployment;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

import dev.cairn.definition.CallTarget;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.asyncapi.AsyncApiChannel;
import dev.cairn.integrations.messaging.config.MessagingBuildConfig;

/** Maps channels of AsyncAPI documents to channels of Quarkus Messaging. */
final class AsyncApiChannelMapper {

    private final MessagingBuildConfig config;
    private final ProblemCollector problems;
    private final Map<String, AsyncApiChannel> published = new TreeMap<>();
    private final Map<String, AsyncApiChannel> subscribed = new TreeMap<>();
    private final Map<String, String> files = new HashMap<>();

    AsyncApiChannelMapper(MessagingBuildConfig config, ProblemCollector problems) {
        this.config = config;
        this.problems = problems;
    }

    /** Maps the channel of a call. */
    void add(CallTarget target) {
        if (target instanceof CallTarget.AsyncApiPublish publish) {
            add(publish.channel(), name(publish.channel()), published, subscribed, publish.location());
        } else if (target instanceof CallTarget.AsyncApiSubscribe subscribe) {
            add(subscribe.channel(), incomingName(subscribe.channel()), subscribed, published, subscribe.location());
        }
    }

    private void add(AsyncApiChannel channel, String name, Map<String, AsyncApiChannel> channels,
            Map<String, AsyncApiChannel> others, SourceLocation location) {
        String other = files.putIfAbsent(channel.document(), channel.file());
        if (other != null && !other.equals(channel.file())) {
            problems.error(MessagingErrorCodes.MAPPING, location, "Two AsyncAPI documents have the name \"" + channel.document()
                    + "\": " + other + " and " + channel.file() + ".",
                    "Give one of them another name, by \"name\" beside \"endpoint\".");
            return;
        }
        AsyncApiChannel same = channels.putIfAbsent(name, channel);
        if (same != null && !(same.document().equals(channel.document()) && same.channel().equals(channel.channel()))) {
            problems.error(MessagingErrorCodes.MAPPING, location, "The channel " + name + " stands for the channel \""
                    + same.channel() + "\" of the AsyncAPI document \"" + same.document() + "\" already.",
                    "Choose another one: " + property(channel, "channel") + "=…");
        } else if (others.containsKey(name)) {
            problems.error(MessagingErrorCodes.MAPPING, location, "Workflows publish and subscribe by the channel " + name
                    + ", and a channel has one direction.",
                    "Choose another one for subscriptions: "
                            + property(channel, "incoming-channel") + "=…");
        } else if (same != null) {
            compare(same, channel, channels == subscribed, location);
        }
    }

    /** Compares the channels of two operations: a channel of Quarkus Messaging has one connector, and one way to read its messages. */
    private void compare(AsyncApiChannel one, AsyncApiChannel other, boolean subscribes, SourceLocation location) {
        check("content types", one, other, AsyncApiChannel::contentType, location);
        check("protocols", one, other, AsyncApiChannel::protocol, location);
        check("addresses", one, other, AsyncApiChannel::address, location);
        if (subscribes) {
            check("places of the correlation id", one, other, AsyncApiChannel::correlationId, location);
        }
    }

    private void check(String facts, AsyncApiChannel one, AsyncApiChannel other, Function<AsyncApiChannel, String> fact,
            SourceLocation location) {
        if (!Objects.equals(fact.apply(one), fact.apply(other))) {
            problems.error(MessagingErrorCodes.MAPPING, location, "Two calls use the channel \"" + one.channel()
                    + "\" of the AsyncAPI document \"" + one.document() + "\" with different " + facts + ": "
                    + fact.apply(one) + " and " + fact.apply(other) + ".",
                    "Give one of the operations a channel of its own in the document.");
        }
    }

    private static String property(AsyncApiChannel channel, String setting) {
        return "quarkus.cairn.messaging.asyncapi.\"" + channel.document() + "\".\"" + channel.channel() + "\"." + setting;
    }

    private String name(AsyncApiChannel channel) {
        return names(channel).flatMap(MessagingBuildConfig.AsyncApiChannelNames::channel).orElse(channel.channel());
    }

    private String incomingName(AsyncApiChannel channel) {
        return names(channel).flatMap(MessagingBuildConfig.AsyncApiChannelNames::incomingChannel)
                .orElseGet(() -> name(channel));
    }

    private Optional<MessagingBuildConfig.AsyncApiChannelNames> names(AsyncApiChannel channel) {
        return Optional.ofNullable(config.asyncapi().get(channel.document()))
                .map(document -> document.channels().get(channel.channel()));
    }

    AsyncApiChannelsBuildItem channels() {
        return new AsyncApiChannelsBuildItem(published, subscribed);
    }
}
