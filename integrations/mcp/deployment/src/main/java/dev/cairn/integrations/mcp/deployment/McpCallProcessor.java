package dev.cairn.integrations.mcp.deployment;

import java.util.List;

import dev.cairn.definition.CallTarget;
import dev.cairn.definition.Definition;
import dev.cairn.definition.Task;
import dev.cairn.deployment.CallIntegrationBuildItem;
import dev.cairn.deployment.DefinitionBuildItem;
import dev.cairn.deployment.IntegrationPortsBuildItem;
import dev.cairn.integrations.mcp.call.McpCallPerformer;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;

/** Puts the performer of MCP calls into applications that make them. */
class McpCallProcessor {

    @BuildStep
    CallIntegrationBuildItem integration() {
        return new CallIntegrationBuildItem(McpCallPerformer.CALL);
    }

    @BuildStep
    void perform(List<DefinitionBuildItem> definitions, BuildProducer<AdditionalBeanBuildItem> beans,
            BuildProducer<IntegrationPortsBuildItem> ports) {
        if (definitions.stream().anyMatch(item -> calls(item.definition()))) {
            beans.produce(AdditionalBeanBuildItem.unremovableOf(McpCallPerformer.class));
            ports.produce(new IntegrationPortsBuildItem());
        }
    }

    private static boolean calls(Definition definition) {
        return definition.tasks().stream().anyMatch(McpCallProcessor::calls);
    }

    private static boolean calls(Task task) {
        return task instanceof Task.Call call && call.target() instanceof CallTarget.Mcp
                || task.children().stream().anyMatch(McpCallProcessor::calls)
                || task.properties().extensions().stream().anyMatch(extension -> extension.before().stream()
                        .anyMatch(McpCallProcessor::calls) || extension.after().stream().anyMatch(McpCallProcessor::calls));
    }
}
