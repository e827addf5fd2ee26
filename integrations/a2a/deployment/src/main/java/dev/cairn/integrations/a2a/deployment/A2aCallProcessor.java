package dev.cairn.integrations.a2a.deployment;

import java.util.List;

import dev.cairn.definition.CallTarget;
import dev.cairn.deployment.CallIntegrationBuildItem;
import dev.cairn.deployment.CallTargetFinder;
import dev.cairn.deployment.DefinitionBuildItem;
import dev.cairn.deployment.IntegrationPortsBuildItem;
import dev.cairn.integrations.a2a.call.A2aCallPerformer;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;

/** Puts the performer of A2A calls into applications that make them. */
class A2aCallProcessor {

    @BuildStep
    CallIntegrationBuildItem integration() {
        return new CallIntegrationBuildItem(A2aCallPerformer.CALL);
    }

    @BuildStep
    void perform(List<DefinitionBuildItem> definitions, BuildProducer<AdditionalBeanBuildItem> beans,
            BuildProducer<IntegrationPortsBuildItem> ports) {
        if (definitions.stream().flatMap(item -> CallTargetFinder.in(item.definition()).stream())
                .anyMatch(CallTarget.A2a.class::isInstance)) {
            beans.produce(AdditionalBeanBuildItem.unremovableOf(A2aCallPerformer.class));
            ports.produce(new IntegrationPortsBuildItem());
        }
    }
}
