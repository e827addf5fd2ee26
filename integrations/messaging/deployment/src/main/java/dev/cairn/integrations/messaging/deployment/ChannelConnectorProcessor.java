package dev.cairn.integrations.messaging.deployment;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import jakarta.enterprise.inject.spi.DeploymentException;

import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

import dev.cairn.definition.asyncapi.AsyncApiChannel;
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
    private static final String RABBIT_MQ = "smallrye-rabbitmq";

    private static final Map<String, String> EXTENSIONS = Map.of(KAFKA, "quarkus-messaging-kafka",
            AMQP, "quarkus-messaging-amqp", RABBIT_MQ, "quarkus-messaging-rabbitmq",
            "smallrye-rabbitmq-og", "quarkus-messaging-rabbitmq-og", "smallrye-pulsar", "quarkus-messaging-pulsar",
            "smallrye-mqtt", "quarkus-messaging-mqtt", "smallrye-in-memory", "smallrye-reactive-messaging-in-memory");

    /**
     * Defaults of incoming channels. Attributes of CloudEvents are read by Cairn: the connector would end the channel at a record that
     * is malformed. A record that waits for the store does not end the channel.
     */
    static final Map<String, Map<String, String>> INCOMING_DEFAULTS = Map.of(
            KAFKA, Map.of("failure-strategy", "dead-letter-queue", "cloud-events", "false",
                    "value.deserializer", "org.apache.kafka.common.serialization.ByteArrayDeserializer",
                    "throttled.unprocessed-record-max-age.ms", "0", "auto.offset.reset", "earliest"),
            AMQP, Map.of("failure-strategy", "reject", "cloud-events", "false"),
            RABBIT_MQ, Map.of("failure-strategy", "reject"));

    /** Defaults of outgoing channels. Without confirms, the connector of RabbitMQ acknowledges before the broker does. */
    private static final Map<String, Map<String, String>> OUTGOING_DEFAULTS = Map.of(
            KAFKA, Map.of("value.serializer", "org.apache.kafka.common.serialization.ByteArraySerializer"),
            AMQP, Map.of("durable", "true"), RABBIT_MQ, Map.of("publish-confirms", "true"));

    /** The connectors for the protocols of AsyncAPI documents; a document often means AMQP 1.0 by {@code amqp}. */
    private static final Map<String, List<String>> PROTOCOLS = Map.ofEntries(
            Map.entry("kafka", List.of(KAFKA)), Map.entry("kafka-secure", List.of(KAFKA)), Map.entry("amqp1", List.of(AMQP)),
            Map.entry("amqp", List.of(RABBIT_MQ, AMQP)), Map.entry("amqps", List.of(RABBIT_MQ, AMQP)),
            Map.entry("mqtt", List.of("smallrye-mqtt")), Map.entry("mqtts", List.of("smallrye-mqtt")),
            Map.entry("secure-mqtt", List.of("smallrye-mqtt")), Map.entry("mqtt5", List.of("smallrye-mqtt")),
            Map.entry("pulsar", List.of("smallrye-pulsar")), Map.entry("pulsar+ssl", List.of("smallrye-pulsar")));

    /** The properties that hold the topic or queue. */
    private static final Map<String, String> ADDRESSES = Map.of(KAFKA, "topic", AMQP, "address", "smallrye-mqtt", "topic",
            "smallrye-pulsar", "topic");

    @BuildStep
    void connect(AsyncApiChannelsBuildItem asyncApi, List<IncomingChannelBuildItem> incoming,
            List<OutgoingChannelBuildItem> outgoing,
            List<ConnectorBuildItem> connectors, List<ChannelBuildItem> all,
            BuildProducer<RunTimeConfigurationDefaultBuildItem> defaults, BuildProducer<ValidationErrorBuildItem> errors) {
        Set<String> sources = names(connectors, ChannelDirection.INCOMING);
        for (IncomingChannelBuildItem item : incoming) {
            String prefix = prefix(ChannelDirection.INCOMING, item.channel());
            ConnectorChoice choice = new ConnectorChoice(prefix, sources, asyncApi.subscribed(item.channel()));
            connector(choice, isConnectedTo(item.channel(), ChannelDirection.OUTGOING, all), errors)
                    .ifPresent(name -> {
                        refuseUnfit(prefix, name, errors);
                        defaults(choice, name, INCOMING_DEFAULTS, defaults);
                    });
        }
        Set<String> sinks = names(connectors, ChannelDirection.OUTGOING);
        for (OutgoingChannelBuildItem item : outgoing) {
            String prefix = prefix(ChannelDirection.OUTGOING, item.channel());
            ConnectorChoice choice = new ConnectorChoice(prefix, sinks, asyncApi.published(item.channel()));
            connector(choice, isConnectedTo(item.channel(), ChannelDirection.INCOMING, all), errors)
                    .ifPresent(name -> defaults(choice, name, OUTGOING_DEFAULTS, defaults));
        }
    }

    /** The beginning of the properties of a channel: a name with a dot is quoted. */
    static String prefix(ChannelDirection direction, String channel) {
        return "mp.messaging." + direction.name().toLowerCase(Locale.ROOT) + "."
                + (channel.indexOf('.') >= 0 ? '"' + channel + '"' : channel) + ".";
    }

    private static void defaults(ConnectorChoice choice, String connector, Map<String, Map<String, String>> all,
            BuildProducer<RunTimeConfigurationDefaultBuildItem> defaults) {
        Map<String, String> values = ofConnector(connector, all);
        String address = choice.asyncApi.map(AsyncApiChannel::address).orElse(null);
        if (address != null && ADDRESSES.containsKey(connector)) {
            values.put(ADDRESSES.get(connector), address);
        }
        if (choice.asyncApi.isPresent() && choice.available.size() > 1 && choice.named().isEmpty()) {
            values.put("connector", connector);
        }
        values.forEach((key, value) -> defaults.produce(new RunTimeConfigurationDefaultBuildItem(choice.prefix + key, value)));
    }

    /** Cairn's defaults, without those for which the application has a value for all channels of the connector. */
    static Map<String, String> ofConnector(String connector, Map<String, Map<String, String>> all) {
        Config config = ConfigProvider.getConfig();
        Map<String, String> values = new TreeMap<>(all.getOrDefault(connector, Map.of()));
        values.keySet().removeIf(key -> config.getOptionalValue(forAll(connector, key), String.class).isPresent()
                || connector.equals(KAFKA) && config.getOptionalValue("kafka." + key, String.class).isPresent());
        return values;
    }

    /** The property for all channels of a connector. */
    private static String forAll(String connector, String key) {
        return "mp.messaging.connector." + connector + "." + key;
    }

    /** Reports settings by which a channel would not do what it says. */
    private static void refuseUnfit(String prefix, String connector, BuildProducer<ValidationErrorBuildItem> errors) {
        Config config = ConfigProvider.getConfig();
        for (String property : List.of(prefix + "batch", forAll(connector, "batch"))) {
            if (config.getOptionalValue(property, Boolean.class).orElse(false)) {
                error(errors,
                        property + " is true, and a channel of Cairn takes single messages: those that have arrived together"
                                + " are started in one write anyway. Set it to false.");
            }
        }
        if (config.getOptionalValue(prefix + "concurrency", Integer.class).orElse(1) > 1) {
            error(errors, prefix + "concurrency is set, and a channel of Cairn has one order and one limit. Remove it: up to"
                    + " max-in-flight messages are handled at a time. Kafka's \"partitions\" adds consumers.");
        }
    }

    /**
     * The facts that decide about the connector of a channel.
     *
     * @param prefix prefix of the properties of the channel
     * @param available the connectors for its direction
     * @param asyncApi the channel of an AsyncAPI document that it stands for
     */
    private record ConnectorChoice(String prefix, Set<String> available, Optional<AsyncApiChannel> asyncApi) {

        /** The connector that the application names. */
        Optional<String> named() {
            return ConfigProvider.getConfig().getOptionalValue(prefix + "connector", String.class);
        }

        /** The connectors for the protocol of the document; empty if it has none. */
        List<String> fitting() {
            return asyncApi.map(AsyncApiChannel::protocol).map(protocol -> PROTOCOLS.getOrDefault(protocol, List.of()))
                    .orElse(List.of());
        }
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

    private static Optional<String> connector(ConnectorChoice choice, boolean isInternal,
            BuildProducer<ValidationErrorBuildItem> errors) {
        String property = choice.prefix + "connector";
        Set<String> available = choice.available;
        Optional<String> named = choice.named();
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
        if (choice.asyncApi.isPresent() && choice.asyncApi.get().protocol() != null) {
            return ofProtocol(choice, property, errors);
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

    private static Optional<String> ofProtocol(ConnectorChoice choice, String property,
            BuildProducer<ValidationErrorBuildItem> errors) {
        List<String> fitting = choice.fitting();
        Optional<String> found = fitting.stream().filter(choice.available::contains).findFirst();
        if (found.isEmpty()) {
            AsyncApiChannel channel = choice.asyncApi.orElseThrow();
            error(errors, "The channel \"" + channel.channel() + "\" of the AsyncAPI document \"" + channel.document()
                    + "\" needs a connector for " + channel.protocol() + ", and the application has none. "
                    + (fitting.isEmpty()
                            ? "Quarkus has no such connector. Set " + property + " to one that brings the messages."
                            : "Add the extension: "
                                    + fitting.stream().map(name -> "quarkus extension add " + EXTENSIONS.get(name))
                                            .collect(Collectors.joining(", or "))
                                    + "."));
        }
        return found;
    }

    private static void error(BuildProducer<ValidationErrorBuildItem> errors, String message) {
        errors.produce(new ValidationErrorBuildItem(
                new DeploymentException(MessagingErrorCodes.CONNECTOR + ": " + message)));
    }
}
