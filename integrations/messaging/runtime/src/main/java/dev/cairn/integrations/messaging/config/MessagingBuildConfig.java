package dev.cairn.integrations.messaging.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.quarkus.runtime.annotations.ConfigDocMapKey;
import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;

/**
 * Cairn messaging: settings that are fixed when the application is built.
 */
@ConfigMapping(prefix = "quarkus.cairn.messaging")
@ConfigRoot(phase = ConfigPhase.BUILD_AND_RUN_TIME_FIXED)
public interface MessagingBuildConfig {

    /** Channels whose messages become events, by their names in {@code mp.messaging.incoming}. */
    @ConfigDocMapKey("channel-name")
    Map<String, Incoming> incoming();

    /** Channels that get events of workflows, by their names in {@code mp.messaging.outgoing}. */
    @ConfigDocMapKey("channel-name")
    Map<String, Outgoing> outgoing();

    /** AsyncAPI documents, by name: the name that calls give them, otherwise the file name without its extension. */
    @ConfigDocMapKey("document-name")
    Map<String, AsyncApiDocument> asyncapi();

    /** Health checks. */
    Health health();

    /** An AsyncAPI document. */
    interface AsyncApiDocument {

        /** The channels of the document, by name. */
        @WithParentName
        @ConfigDocMapKey("document-channel")
        Map<String, AsyncApiChannelNames> channels();
    }

    /** The channels of Quarkus Messaging that a channel of an AsyncAPI document is mapped to. */
    interface AsyncApiChannelNames {

        /**
         * The channel in {@code mp.messaging.outgoing} that gets published messages, and in {@code mp.messaging.incoming} that
         * brings messages to subscriptions. By default the name of the channel in the document.
         */
        Optional<String> channel();

        /**
         * The channel in {@code mp.messaging.incoming} that brings messages to subscriptions, if workflows publish to the channel
         * as well. By default {@code channel}.
         */
        Optional<String> incomingChannel();
    }

    /** Health checks. */
    interface Health {

        /**
         * Adds a readiness check that is down while a channel is paused or has ended. Only for an application that has the
         * extension {@code quarkus-smallrye-health}.
         */
        @WithDefault("true")
        boolean enabled();
    }

    /** A channel whose messages become events. CloudEvents need no mapping; other messages are JSON. */
    interface Incoming {

        /** Receives messages of the channel. If false, nothing subscribes to it. */
        @WithDefault("true")
        boolean enabled();

        /**
         * The type of the events that messages without CloudEvents attributes become: a constant, or a jq expression in
         * <code>${ }</code> on the JSON of the message, with {@code $message} for its {@code key}, {@code headers} and
         * {@code address}. Without it the channel takes CloudEvents alone.
         */
        Optional<String> type();

        /**
         * The source of these events, as {@code type}. By default {@code /kafka/<channel>/<topic>}, {@code /amqp/<channel>/<address>}
         * or {@code /rabbitmq/<channel>}.
         */
        Optional<String> source();

        /**
         * The id of these events, as {@code type}. A message that is delivered again must get the same id. By default
         * {@code <topic>-<partition>-<offset>} of a Kafka record, or the message id of AMQP or RabbitMQ.
         */
        Optional<String> id();

        /** The subject of these events, as {@code type}. By default they have none. */
        Optional<String> subject();

        /**
         * The key that {@code order=key} refers to, as {@code type}. By default the key of a Kafka record, the group of an AMQP
         * message, or the CloudEvents attribute {@code partitionkey}.
         */
        Optional<String> key();
    }

    /** A channel that gets events of workflows. */
    interface Outgoing {

        /** Sends events to the channel. If false, nothing is sent to it, and tasks that name it fail the build. */
        @WithDefault("true")
        boolean enabled();

        /**
         * Types of the emitted events that the channel gets; {@code *} stands for any characters. Tasks that name the channel
         * in their metadata need no type here.
         */
        Optional<List<String>> types();

        /**
         * The form of the events. With {@code binary} the message is the data of the event, and its attributes are headers.
         * With {@code structured} the message is the whole event as JSON. By default {@code binary} with Kafka and AMQP, and
         * {@code structured} with other connectors, which have no headers for attributes.
         */
        Optional<EventFormat> format();

        /**
         * The key of the message for Kafka, or its group for AMQP: a constant, or a jq expression in <code>${ }</code> on the
         * event. By default the extension attribute {@code partitionkey}.
         */
        Optional<String> key();

        /** Lifecycle events that the channel gets: of instances ({@code workflow}), of tasks ({@code task}). By default none. */
        Optional<Set<LifecycleSubject>> lifecycle();
    }
}
