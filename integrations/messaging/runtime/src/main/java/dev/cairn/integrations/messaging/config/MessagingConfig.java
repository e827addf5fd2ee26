package dev.cairn.integrations.messaging.config;

import java.util.Map;

import io.quarkus.runtime.annotations.ConfigDocMapKey;
import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithDefaults;

/**
 * Cairn messaging: settings that are read when the application starts.
 */
@ConfigMapping(prefix = "quarkus.cairn.messaging")
@ConfigRoot(phase = ConfigPhase.RUN_TIME)
public interface MessagingConfig {

    /** Channels whose messages become events. */
    @ConfigDocMapKey("channel-name")
    @WithDefaults
    Map<String, Incoming> incoming();

    /** Channels that get messages of workflows. */
    @ConfigDocMapKey("channel-name")
    @WithDefaults
    Map<String, Outgoing> outgoing();

    /** A channel whose messages become events. */
    interface Incoming {

        /**
         * The order in which messages are published: {@code none}, {@code key} or {@code channel}. Messages that wait for
         * others count as in flight.
         */
        @WithDefault("none")
        DeliveryOrder order();

        /** Maximum number of messages that are received and not yet acknowledged. */
        @WithDefault("256")
        int maxInFlight();

        /**
         * Maximum size of the messages that are received and not yet acknowledged. It may be exceeded by one message.
         */
        @WithDefault("8M")
        MemorySize maxInFlightSize();

        /** Maximum size of a message: its payload, key and headers. A larger one is refused. */
        @WithDefault("1M")
        MemorySize maxMessageSize();
    }

    /** A channel that gets messages of workflows. */
    interface Outgoing {

        /**
         * Maximum number of messages that were sent and are not yet acknowledged by the broker. A task that sends one more fails with
         * an error of communication.
         */
        @WithDefault("32768")
        int maxInFlight();

        /** Maximum size of these messages. It may be exceeded by one message. */
        @WithDefault("32M")
        MemorySize maxInFlightSize();
    }
}
