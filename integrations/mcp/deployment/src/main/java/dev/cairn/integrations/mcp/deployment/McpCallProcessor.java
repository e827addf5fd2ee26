package dev.cairn.integrations.mcp.deployment;

import java.util.List;

import dev.cairn.definition.CallTarget;
import dev.cairn.deployment.CallIntegrationBuildItem;
import dev.cairn.deployment.CallTargetFinder;
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
        if (definitions.stream().flatMap(item -> CallTargetFinder.in(item.definition()).stream())
                .anyMatch(CallTarget.Mcp.class::isInstance)) {
            beans.produce(AdditionalBeanBuildItem.unremovableOf(McpCallPerformer.class));
            ports.produce(new IntegrationPortsBuildItem());
        }
    }
}
