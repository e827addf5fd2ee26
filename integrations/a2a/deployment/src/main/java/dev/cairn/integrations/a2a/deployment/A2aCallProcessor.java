package dev.cairn.integrations.a2a.deployment;

import java.util.List;

import dev.cairn.definition.CallTarget;
import dev.cairn.definition.Definition;
import dev.cairn.definition.Task;
import dev.cairn.deployment.CallIntegrationBuildItem;
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
        if (definitions.stream().anyMatch(item -> calls(item.definition()))) {
            beans.produce(AdditionalBeanBuildItem.unremovableOf(A2aCallPerformer.class));
            ports.produce(new IntegrationPortsBuildItem());
        }
    }

    private static boolean calls(Definition definition) {
        return definition.tasks().stream().anyMatch(A2aCallProcessor::calls);
    }

    private static boolean calls(Task task) {
        return task instanceof Task.Call call && call.target() instanceof CallTarget.A2a
                || task.children().stream().anyMatch(A2aCallProcessor::calls)
                || task.properties().extensions().stream().anyMatch(extension -> extension.before().stream()
                        .anyMatch(A2aCallProcessor::calls) || extension.after().stream().anyMatch(A2aCallProcessor::calls));
    }
}
