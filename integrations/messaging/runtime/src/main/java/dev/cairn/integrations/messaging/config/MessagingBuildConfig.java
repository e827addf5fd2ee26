package dev.cairn.integrations.messaging.config;

import java.util.Map;
import java.util.Optional;

import io.quarkus.runtime.annotations.ConfigDocMapKey;
import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/**
 * Cairn messaging: settings that are fixed when the application is built.
 */
@ConfigMapping(prefix = "quarkus.cairn.messaging")
@ConfigRoot(phase = ConfigPhase.BUILD_AND_RUN_TIME_FIXED)
public interface MessagingBuildConfig {

    /** Channels whose messages become events, by their names in {@code mp.messaging.incoming}. */
    @ConfigDocMapKey("channel-name")
    Map<String, Incoming> incoming();

    /** Health checks. */
    Health health();

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
         * The source of these events, as {@code type}. By default {@code /kafka/<topic>} or {@code /amqp/<address>}.
         */
        Optional<String> source();

        /**
         * The id of these events, as {@code type}. A message that is delivered again must get the same id. By default
         * {@code <topic>-<partition>-<offset>} of a Kafka record, or the message id of AMQP.
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
}
