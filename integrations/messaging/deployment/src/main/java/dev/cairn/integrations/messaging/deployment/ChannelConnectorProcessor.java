package dev.cairn.integrations.messaging.deployment;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import jakarta.enterprise.inject.spi.DeploymentException;

import org.eclipse.microprofile.config.ConfigProvider;

import io.quarkus.arc.deployment.ValidationPhaseBuildItem.ValidationErrorBuildItem;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.RunTimeConfigurationDefaultBuildItem;
import io.quarkus.smallrye.reactivemessaging.deployment.items.ChannelBuildItem;
import io.quarkus.smallrye.reactivemessaging.deployment.items.ChannelDirection;
import io.quarkus.smallrye.reactivemessaging.deployment.items.ConnectorBuildItem;

/** Checks that each channel has a connector, and gives the connector the defaults that suit workflows. */
class ChannelConnectorProcessor {

    static final String KAFKA = "smallrye-kafka";
    static final String AMQP = "smallrye-amqp";

    private static final Map<String, String> EXTENSIONS = Map.of(KAFKA, "quarkus-messaging-kafka",
            AMQP, "quarkus-messaging-amqp", "smallrye-rabbitmq", "quarkus-messaging-rabbitmq",
            "smallrye-rabbitmq-og", "quarkus-messaging-rabbitmq-og", "smallrye-pulsar", "quarkus-messaging-pulsar",
            "smallrye-mqtt", "quarkus-messaging-mqtt", "smallrye-in-memory", "smallrye-reactive-messaging-in-memory");

    /**
     * Defaults of incoming channels. Attributes of CloudEvents are read by Cairn: the connector would end the channel at a record that
     * is malformed. A record that waits for the store does not end the channel.
     */
    private static final Map<String, Map<String, String>> INCOMING_DEFAULTS = Map.of(
            KAFKA, Map.of("failure-strategy", "dead-letter-queue", "cloud-events", "false",
                    "value.deserializer", "org.apache.kafka.common.serialization.ByteArrayDeserializer",
                    "throttled.unprocessed-record-max-age.ms", "0", "auto.offset.reset", "earliest"),
            AMQP, Map.of("failure-strategy", "reject", "cloud-events", "false"),
            "smallrye-rabbitmq", Map.of("failure-strategy", "reject"));

    /** Defaults of outgoing channels. */
    private static final Map<String, Map<String, String>> OUTGOING_DEFAULTS = Map.of(
            KAFKA, Map.of("value.serializer", "org.apache.kafka.common.serialization.ByteArraySerializer"),
            AMQP, Map.of("durable", "true"));

    @BuildStep
    void connect(List<IncomingChannelBuildItem> incoming, List<OutgoingChannelBuildItem> outgoing,
            List<ConnectorBuildItem> connectors, List<ChannelBuildItem> all,
            BuildProducer<RunTimeConfigurationDefaultBuildItem> defaults, BuildProducer<ValidationErrorBuildItem> errors) {
        Set<String> sources = names(connectors, ChannelDirection.INCOMING);
        for (IncomingChannelBuildItem item : incoming) {
            String prefix = "mp.messaging.incoming." + item.channel() + ".";
            connector(prefix, sources, isConnectedTo(item.channel(), ChannelDirection.OUTGOING, all), errors)
                    .ifPresent(name -> defaults(prefix, INCOMING_DEFAULTS.getOrDefault(name, Map.of()), defaults));
        }
        Set<String> sinks = names(connectors, ChannelDirection.OUTGOING);
        for (OutgoingChannelBuildItem item : outgoing) {
            String prefix = "mp.messaging.outgoing." + item.channel() + ".";
            connector(prefix, sinks, isConnectedTo(item.channel(), ChannelDirection.INCOMING, all), errors)
                    .ifPresent(name -> defaults(prefix, OUTGOING_DEFAULTS.getOrDefault(name, Map.of()), defaults));
        }
    }

    private static void defaults(String prefix, Map<String, String> values,
            BuildProducer<RunTimeConfigurationDefaultBuildItem> defaults) {
        values.forEach((key, value) -> defaults.produce(new RunTimeConfigurationDefaultBuildItem(prefix + key, value)));
    }

    private static Set<String> names(List<ConnectorBuildItem> connectors, ChannelDirection direction) {
        return connectors.stream().filter(connector -> connector.getDirection() == direction)
                .map(ConnectorBuildItem::getName).collect(Collectors.toCollection(TreeSet::new));
    }

    /** True if a method of the application is at the other end of a channel. */
    private static boolean isConnectedTo(String channel, ChannelDirection end, List<ChannelBuildItem> all) {
        return all.stream().anyMatch(other -> other.getDirection() == end
                && other.getName().equals(channel) && !other.isManagedByAConnector());
    }

    private static Optional<String> connector(String prefix, Set<String> available, boolean isInternal,
            BuildProducer<ValidationErrorBuildItem> errors) {
        String property = prefix + "connector";
        Optional<String> named = ConfigProvider.getConfig().getOptionalValue(property, String.class);
        if (named.isPresent()) {
            if (!available.contains(named.get())) {
                String extension = EXTENSIONS.get(named.get());
                error(errors, property + " is " + named.get() + ", and the application has no such connector"
                        + (available.isEmpty() ? "" : " but " + String.join(", ", available)) + ". "
                        + (extension == null ? "Correct the name, or add the extension that has it."
                                : "Add the extension " + extension + "."));
            }
            return named;
        }
        if (isInternal) {
            return Optional.empty();
        }
        if (available.size() == 1) {
            // Quarkus gives a channel without a connector the only one there is.
            return Optional.of(available.iterator().next());
        }
        error(errors, available.isEmpty()
                ? "A channel needs a connector, and the application has none. Add an extension, such as quarkus-messaging-kafka"
                        + " or quarkus-messaging-amqp, and set " + property + "."
                : "A channel needs a connector. Set " + property + " to one of " + String.join(", ", available) + ".");
        return Optional.empty();
    }

    private static void error(BuildProducer<ValidationErrorBuildItem> errors, String message) {
        errors.produce(new ValidationErrorBuildItem(
                new DeploymentException(MessagingErrorCodes.CONNECTOR + ": " + message)));
    }
}
