package dev.cairn.integrations.messaging.deployment;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import jakarta.inject.Singleton;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.deployment.ChannelSupportBuildItem;
import dev.cairn.deployment.DefinitionBuildItem;
import dev.cairn.deployment.ProblemsBuildItem;
import dev.cairn.deployment.definition.DefinitionChannels;
import dev.cairn.integrations.messaging.MessagingRecorder;
import dev.cairn.integrations.messaging.config.MessagingBuildConfig;
import dev.cairn.integrations.messaging.incoming.IncomingChannelPlans;
import dev.cairn.integrations.messaging.incoming.IncomingChannels;
import dev.cairn.integrations.messaging.mapping.ConnectorPresence;
import dev.cairn.integrations.messaging.mapping.EventMappingPlan;
import dev.cairn.integrations.messaging.mapping.SubscriptionPlan;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.arc.deployment.GeneratedBeanBuildItem;
import io.quarkus.arc.deployment.GeneratedBeanGizmo2Adaptor;
import io.quarkus.arc.deployment.SyntheticBeanBuildItem;
import io.quarkus.bootstrap.classloading.QuarkusClassLoader;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;
import io.quarkus.deployment.builditem.FeatureBuildItem;
import io.quarkus.deployment.metrics.MetricsCapabilityBuildItem;
import io.quarkus.gizmo2.Gizmo;
import io.quarkus.runtime.metrics.MetricsFactory;
import io.quarkus.smallrye.health.deployment.spi.HealthBuildItem;

/** Makes a subscriber for each channel whose messages become events. */
class IncomingChannelProcessor {

    private static final String KAFKA = "io.smallrye.reactive.messaging.kafka.KafkaConnector";
    private static final String AMQP = "io.smallrye.reactive.messaging.amqp.AmqpConnector";
    private static final String RABBIT_MQ = "io.smallrye.reactive.messaging.rabbitmq.RabbitMQConnector";

    /** By name: loading the classes fails in an application without Micrometer or health checks. */
    private static final String METRICS = "dev.cairn.integrations.messaging.status.MessagingMetrics";
    private static final String HEALTH = "dev.cairn.integrations.messaging.health.MessagingReadinessCheck";

    @BuildStep
    FeatureBuildItem feature() {
        return new FeatureBuildItem("cairn-messaging");
    }

    @BuildStep
    ChannelSupportBuildItem support() {
        return new ChannelSupportBuildItem();
    }

    @BuildStep
    PresentConnectorsBuildItem connectors() {
        return new PresentConnectorsBuildItem(new ConnectorPresence(QuarkusClassLoader.isClassPresentAtRuntime(KAFKA),
                QuarkusClassLoader.isClassPresentAtRuntime(AMQP), QuarkusClassLoader.isClassPresentAtRuntime(RABBIT_MQ)));
    }

    @BuildStep
    void find(MessagingBuildConfig config, List<DefinitionBuildItem> definitions, CombinedIndexBuildItem index,
            AsyncApiChannelsBuildItem asyncApi,
            BuildProducer<IncomingChannelBuildItem> channels, BuildProducer<ProblemsBuildItem> found) {
        ProblemCollector problems = new ProblemCollector();
        MappingCompiler compiler = new MappingCompiler(problems);
        Map<String, EventMappingPlan> mappings = new TreeMap<>();
        config.incoming().forEach((channel, settings) -> {
            if (settings.enabled()) {
                mappings.put(channel, compiler.compile(channel, settings));
            }
        });
        Set<String> named = new TreeSet<>();
        for (DefinitionBuildItem item : definitions) {
            JsonNode channelName = item.definition().source().at(DefinitionChannels.OF_DOCUMENT);
            if (channelName.isTextual()) {
                named.add(channelName.textValue());
                add(channelName.textValue(), item, DefinitionChannels.OF_DOCUMENT, config, mappings, problems);
            }
            DefinitionChannels.ofTrigger(item, index.getIndex()).ifPresent(channel -> {
                named.add(channel);
                add(channel, item, "", config, mappings, problems);
            });
        }
        addSubscriptions(config, asyncApi, named, mappings, problems);
        mappings.forEach((channel, mapping) -> channels.produce(new IncomingChannelBuildItem(channel, mapping)));
        found.produce(new ProblemsBuildItem(problems));
    }

    /** A definition names a channel, at this place of it. */
    private static void add(String channel, DefinitionBuildItem item, String pointer, MessagingBuildConfig config,
            Map<String, EventMappingPlan> mappings, ProblemCollector problems) {
        if (config.incoming().containsKey(channel) && !mappings.containsKey(channel)) {
            problems.error(MessagingErrorCodes.DISABLED, item.definition().sources().at(pointer), "The channel " + channel
                    + " is named by this workflow and is switched off.",
                    "Remove quarkus.cairn.messaging.incoming.\"" + channel + "\".enabled=false, or the name.");
        }
        mappings.putIfAbsent(channel, new EventMappingPlan(Map.of()));
    }

    /** Channels that bring messages of AsyncAPI documents; they bring no events. */
    private static void addSubscriptions(MessagingBuildConfig config, AsyncApiChannelsBuildItem asyncApi, Set<String> named,
            Map<String, EventMappingPlan> mappings, ProblemCollector problems) {
        asyncApi.subscribed().forEach((channel, subscribed) -> {
            MessagingBuildConfig.Incoming settings = config.incoming().get(channel);
            Set<String> mapped = mappings.containsKey(channel) ? mappings.get(channel).expressions().keySet() : Set.of();
            if (named.contains(channel) || !mapped.isEmpty() || settings != null && !settings.enabled()) {
                problems.error(MessagingErrorCodes.MAPPING, new SourceLocation("application.properties", 0, 0, ""),
                        "The channel " + channel + " brings messages of the AsyncAPI document \"" + subscribed.document()
                                + "\", so it cannot bring events, and cannot be switched off.",
                        mapped.isEmpty() ? "Receive the events by another channel."
                                : "Remove " + mapped.stream().sorted()
                                        .map(name -> "quarkus.cairn.messaging.incoming.\"" + channel + "\"." + name)
                                        .collect(Collectors.joining(", "))
                                        + ", or receive the events by another channel.");
            }
            mappings.put(channel, new EventMappingPlan(Map.of()));
        });
    }

    @BuildStep
    void generate(List<IncomingChannelBuildItem> channels, BuildProducer<GeneratedBeanBuildItem> beans) {
        ChannelBeanGenerator generator = new ChannelBeanGenerator(
                Gizmo.create(new GeneratedBeanGizmo2Adaptor(beans)).withDebugInfo(false));
        channels.forEach(channel -> generator.receiver(channel.channel()));
    }

    @BuildStep
    AdditionalBeanBuildItem channels() {
        return AdditionalBeanBuildItem.unremovableOf(IncomingChannels.class);
    }

    @BuildStep
    @Record(ExecutionTime.STATIC_INIT)
    SyntheticBeanBuildItem plans(MessagingRecorder recorder, List<IncomingChannelBuildItem> channels,
            PresentConnectorsBuildItem connectors, AsyncApiChannelsBuildItem asyncApi) {
        Map<String, SubscriptionPlan> subscriptions = new HashMap<>();
        asyncApi.subscribed().forEach((name, channel) -> subscriptions.put(name, new SubscriptionPlan(channel.document(),
                channel.channel(), channel.contentType(), channel.correlationId() == null ? "" : channel.correlationId())));
        Map<String, Map<String, String>> expressions = new HashMap<>();
        channels.forEach(channel -> expressions.put(channel.channel(), new HashMap<>(channel.mapping().expressions())));
        return SyntheticBeanBuildItem.configure(IncomingChannelPlans.class).scope(Singleton.class)
                .supplier(recorder.incoming(expressions, subscriptions, connectors.connectors()))
                .done();
    }

    @BuildStep
    void measure(Optional<MetricsCapabilityBuildItem> metrics, List<IncomingChannelBuildItem> channels,
            BuildProducer<AdditionalBeanBuildItem> beans) {
        if (!channels.isEmpty() && metrics.isPresent() && metrics.get().metricsSupported(MetricsFactory.MICROMETER)) {
            beans.produce(AdditionalBeanBuildItem.builder().setUnremovable().addBeanClass(METRICS).build());
        }
    }

    @BuildStep
    void check(MessagingBuildConfig config, List<IncomingChannelBuildItem> channels, BuildProducer<HealthBuildItem> checks) {
        if (!channels.isEmpty()) {
            checks.produce(new HealthBuildItem(HEALTH, config.health().enabled()));
        }
    }
}
