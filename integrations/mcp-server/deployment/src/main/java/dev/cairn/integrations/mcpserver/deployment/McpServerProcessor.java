package dev.cairn.integrations.mcpserver.deployment;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import jakarta.inject.Singleton;

import org.jboss.jandex.IndexView;

import dev.cairn.definition.ProblemCollector;
import dev.cairn.deployment.DefinitionBuildItem;
import dev.cairn.deployment.ProblemsBuildItem;
import dev.cairn.deployment.ToolSupportBuildItem;
import dev.cairn.deployment.definition.ToolDescription;
import dev.cairn.deployment.management.ManagementBuildItem;
import dev.cairn.integrations.mcpserver.McpServerRecorder;
import dev.cairn.integrations.mcpserver.tool.WorkflowToolPlans;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.arc.deployment.SyntheticBeanBuildItem;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;
import io.quarkus.deployment.builditem.FeatureBuildItem;

/** Makes tools of the workflows that ask for it. */
class McpServerProcessor {

    private static final String[] BEANS = { "InstanceAccess", "InstanceTools", "ToolRegistrar", "VisibleTools" };

    @BuildStep
    FeatureBuildItem feature() {
        return new FeatureBuildItem("cairn-mcp-server");
    }

    @BuildStep
    ToolSupportBuildItem support() {
        return new ToolSupportBuildItem();
    }

    /** An application without such a workflow has no tool, and no bean of this extension. */
    @BuildStep
    @Record(ExecutionTime.STATIC_INIT)
    void plan(McpServerRecorder recorder, List<DefinitionBuildItem> definitions, CombinedIndexBuildItem index,
            Optional<ManagementBuildItem> management, BuildProducer<ProblemsBuildItem> found,
            BuildProducer<SyntheticBeanBuildItem> values, BuildProducer<AdditionalBeanBuildItem> beans) {
        ProblemCollector problems = new ProblemCollector();
        ToolPlanner planner = new ToolPlanner(problems);
        ToolDescription.latest(definitions).values().forEach(item -> ToolDescription.of(item, index.getIndex())
                .ifPresent(tool -> planner.add(item.definition(), tool)));
        Optional<ToolDescription> first = first(definitions, index.getIndex());
        if (first.isPresent() && management.isEmpty()) {
            problems.error(McpServerErrorCodes.NO_PERMISSIONS, first.get().location(),
                    "The tool \"" + first.get().name() + "\" is called with the permissions of the management API,"
                            + " and the application has none.",
                    "Set quarkus.cairn.management.enabled=true and the roles that may operate the workflow.");
        }
        found.produce(new ProblemsBuildItem(problems));
        if (!planner.plans().isEmpty() && management.isPresent()) {
            values.produce(SyntheticBeanBuildItem.configure(WorkflowToolPlans.class).scope(Singleton.class)
                    .supplier(recorder.plans(planner.plans())).done());
            AdditionalBeanBuildItem.Builder builder = AdditionalBeanBuildItem.builder().setUnremovable();
            for (String bean : BEANS) {
                builder.addBeanClass(WorkflowToolPlans.class.getPackageName() + "." + bean);
            }
            beans.produce(builder.build());
        }
    }

    private static Optional<ToolDescription> first(List<DefinitionBuildItem> definitions, IndexView index) {
        return definitions.stream().map(item -> ToolDescription.of(item, index)).flatMap(Optional::stream)
                .min(Comparator.comparing(ToolDescription::name));
    }
}
