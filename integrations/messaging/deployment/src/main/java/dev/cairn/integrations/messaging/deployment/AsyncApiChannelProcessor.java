package dev.cairn.integrations.messaging.deployment;

import java.util.ArrayList;
import java.util.List;

import jakarta.inject.Singleton;

import dev.cairn.definition.ProblemCollector;
import dev.cairn.deployment.CallIntegrationBuildItem;
import dev.cairn.deployment.CallTargetFinder;
import dev.cairn.deployment.DefinitionBuildItem;
import dev.cairn.deployment.ProblemsBuildItem;
import dev.cairn.integrations.messaging.MessagingRecorder;
import dev.cairn.integrations.messaging.asyncapi.AsyncApiPublisher;
import dev.cairn.integrations.messaging.asyncapi.PublishPlan;
import dev.cairn.integrations.messaging.asyncapi.PublishPlans;
import dev.cairn.integrations.messaging.config.MessagingBuildConfig;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.arc.deployment.SyntheticBeanBuildItem;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;

/** Maps AsyncAPI calls to channels. */
class AsyncApiChannelProcessor {

    @BuildStep
    CallIntegrationBuildItem integration() {
        return new CallIntegrationBuildItem(AsyncApiPublisher.CALL);
    }

    @BuildStep
    AsyncApiChannelsBuildItem map(MessagingBuildConfig config, List<DefinitionBuildItem> definitions,
            BuildProducer<ProblemsBuildItem> found) {
        ProblemCollector problems = new ProblemCollector();
        AsyncApiChannelMapper mapper = new AsyncApiChannelMapper(config, problems);
        definitions.forEach(item -> CallTargetFinder.in(item.definition()).forEach(mapper::add));
        found.produce(new ProblemsBuildItem(problems));
        return mapper.channels();
    }

    @BuildStep
    @Record(ExecutionTime.STATIC_INIT)
    void publish(MessagingRecorder recorder, AsyncApiChannelsBuildItem channels, BuildProducer<AdditionalBeanBuildItem> beans,
            BuildProducer<SyntheticBeanBuildItem> plans) {
        if (channels.published().isEmpty()) {
            return;
        }
        List<PublishPlan> published = new ArrayList<>();
        channels.published().forEach((name, channel) -> published
                .add(new PublishPlan(channel.document(), channel.channel(), name, channel.contentType())));
        beans.produce(AdditionalBeanBuildItem.unremovableOf(AsyncApiPublisher.class));
        plans.produce(SyntheticBeanBuildItem.configure(PublishPlans.class).scope(Singleton.class)
                .supplier(recorder.publishing(published)).done());
    }
}
