package dev.cairn.integrations.messaging.deployment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import jakarta.inject.Singleton;

import org.eclipse.microprofile.config.ConfigProvider;

import dev.cairn.definition.Definition;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.deployment.DefinitionBuildItem;
import dev.cairn.deployment.ProblemsBuildItem;
import dev.cairn.deployment.definition.DefinitionChannels;
import dev.cairn.integrations.messaging.MessagingRecorder;
import dev.cairn.integrations.messaging.config.EventFormat;
import dev.cairn.integrations.messaging.config.MessagingBuildConfig;
import dev.cairn.integrations.messaging.mapping.ConnectorPresence;
import dev.cairn.integrations.messaging.outgoing.LifecycleForwarder;
import dev.cairn.integrations.messaging.outgoing.OutgoingChannelPlan;
import dev.cairn.integrations.messaging.outgoing.OutgoingChannelPlans;
import dev.cairn.integrations.messaging.outgoing.OutgoingChannels;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.arc.deployment.GeneratedBeanBuildItem;
import io.quarkus.arc.deployment.GeneratedBeanGizmo2Adaptor;
import io.quarkus.arc.deployment.SyntheticBeanBuildItem;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.gizmo2.Gizmo;
import io.quarkus.smallrye.reactivemessaging.deployment.items.ChannelDirection;

/** Makes a publisher for each channel that gets events of workflows. */
class OutgoingChannelProcessor {

    @BuildStep
    void find(MessagingBuildConfig config, List<DefinitionBuildItem> definitions, AsyncApiChannelsBuildItem asyncApi,
            BuildProducer<OutgoingChannelBuildItem> channels, BuildProducer<ProblemsBuildItem> found) {
        ProblemCollector problems = new ProblemCollector();
        Map<String, List<String>> tasks = new TreeMap<>();
        definitions.forEach(item -> tasks(item.definition(), config, tasks, problems));
        MappingCompiler compiler = new MappingCompiler(problems);
        config.outgoing().forEach((channel, settings) -> {
            if (settings.enabled()) {
                OutgoingChannelPlan plan = new OutgoingChannelPlan();
                plan.setTypes(settings.types().orElse(List.of()));
                plan.setTasks(tasks.getOrDefault(channel, List.of()));
                plan.setLifecycle(settings.lifecycle().stream().flatMap(Set::stream).map(Enum::name).toList());
                compiler.compileKey(channel, settings).ifPresent(plan::setKey);
                channels.produce(new OutgoingChannelBuildItem(channel, plan, settings.format().orElse(null)));
            } else if (asyncApi.published().containsKey(channel)) {
                problems.error(MessagingErrorCodes.DISABLED, new SourceLocation("application.properties", 0, 0, ""),
                        "The channel " + channel + " gets messages of an AsyncAPI call and is switched off.",
                        "Remove quarkus.cairn.messaging.outgoing.\"" + channel + "\".enabled=false.");
            }
        });
        tasks.forEach((channel, named) -> {
            if (!config.outgoing().containsKey(channel)) {
                OutgoingChannelPlan plan = new OutgoingChannelPlan();
                plan.setTasks(named);
                channels.produce(new OutgoingChannelBuildItem(channel, plan, null));
            }
        });
        asyncApi.published().keySet().stream()
                .filter(channel -> !config.outgoing().containsKey(channel) && !tasks.containsKey(channel))
                .forEach(channel -> channels.produce(new OutgoingChannelBuildItem(channel, new OutgoingChannelPlan(), null)));
        found.produce(new ProblemsBuildItem(problems));
    }

    private static void tasks(Definition definition, MessagingBuildConfig config, Map<String, List<String>> tasks,
            ProblemCollector problems) {
        DefinitionChannels.ofTasks(definition).forEach((pointer, channel) -> {
            MessagingBuildConfig.Outgoing settings = config.outgoing().get(channel);
            if (settings != null && !settings.enabled()) {
                problems.error(MessagingErrorCodes.DISABLED, definition.sources().at(pointer), "The channel " + channel
                        + " is named by this task and is switched off.",
                        "Remove quarkus.cairn.messaging.outgoing.\"" + channel + "\".enabled=false, or the name.");
            }
            tasks.computeIfAbsent(channel, key -> new ArrayList<>()).add(OutgoingChannelPlans.taskName(
                    definition.document().qualifiedName(), definition.document().version(), pointer));
        });
    }

    @BuildStep
    void generate(List<OutgoingChannelBuildItem> channels, BuildProducer<GeneratedBeanBuildItem> generated,
            BuildProducer<AdditionalBeanBuildItem> beans) {
        ChannelBeanGenerator generator = new ChannelBeanGenerator(
                Gizmo.create(new GeneratedBeanGizmo2Adaptor(generated)).withDebugInfo(false));
        channels.forEach(channel -> generator.sender(channel.channel()));
        if (!channels.isEmpty()) {
            beans.produce(AdditionalBeanBuildItem.unremovableOf(OutgoingChannels.class));
        }
        if (channels.stream().anyMatch(channel -> !channel.plan().getLifecycle().isEmpty())) {
            beans.produce(AdditionalBeanBuildItem.unremovableOf(LifecycleForwarder.class));
        }
    }

    @BuildStep
    @Record(ExecutionTime.STATIC_INIT)
    SyntheticBeanBuildItem plans(MessagingRecorder recorder, List<OutgoingChannelBuildItem> channels,
            PresentConnectorsBuildItem connectors) {
        Map<String, OutgoingChannelPlan> plans = new TreeMap<>();
        for (OutgoingChannelBuildItem item : channels) {
            item.plan().setStructured(item.format() == null ? !hasHeaders(item.channel(), connectors.connectors())
                    : item.format() == EventFormat.STRUCTURED);
            plans.put(item.channel(), item.plan());
        }
        return SyntheticBeanBuildItem.configure(OutgoingChannelPlans.class).scope(Singleton.class)
                .supplier(recorder.outgoing(plans, connectors.connectors())).done();
    }

    /** True if the connector of a channel writes attributes of CloudEvents. */
    static boolean hasHeaders(String channel, ConnectorPresence connectors) {
        String property = ChannelConnectorProcessor.prefix(ChannelDirection.OUTGOING, channel) + "connector";
        return ConfigProvider.getConfig().getOptionalValue(property, String.class)
                .map(name -> name.equals(ChannelConnectorProcessor.KAFKA) || name.equals(ChannelConnectorProcessor.AMQP))
                .orElse(connectors.kafka() || connectors.amqp());
    }
}
