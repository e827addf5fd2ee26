package dev.cairn.integrations.mcpserver.deployment;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import jakarta.inject.Singleton;

import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;

import dev.cairn.definition.ProblemCollector;
import dev.cairn.deployment.DefinitionBuildItem;
import dev.cairn.deployment.ProblemsBuildItem;
import dev.cairn.deployment.ToolSupportBuildItem;
import dev.cairn.deployment.definition.ToolDescription;
import dev.cairn.deployment.management.LocalPathBuildItem;
import dev.cairn.deployment.management.ManagementBuildItem;
import dev.cairn.integrations.mcpserver.McpServerRecorder;
import dev.cairn.integrations.mcpserver.tool.WorkflowToolPlans;
import io.quarkiverse.mcp.server.McpServer;
import io.quarkiverse.mcp.server.Tool;
import io.quarkiverse.mcp.server.http.runtime.config.McpHttpServersBuildTimeConfig;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.arc.deployment.SyntheticBeanBuildItem;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;
import io.quarkus.deployment.builditem.FeatureBuildItem;
import io.quarkus.deployment.builditem.LaunchModeBuildItem;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.vertx.http.deployment.RouteBuildItem;
import io.quarkus.vertx.http.runtime.RouteConstants;
import io.quarkus.vertx.http.runtime.management.ManagementInterfaceBuildTimeConfig;

/** Makes tools of the workflows that ask for it. */
class McpServerProcessor {

    private static final DotName TOOL = DotName.createSimple(Tool.class);
    private static final String[] BEANS = { "InstanceTools", "ToolRegistrar", "VisibleTools" };

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
        ToolPlanner planner = new ToolPlanner(applicationTools(index.getIndex()), problems);
        ToolDescription.latest(definitions).values().forEach(item -> ToolDescription.of(item, index.getIndex())
                .ifPresent(tool -> planner.add(item.definition(), tool, item.workflowClass().isPresent())));
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

    /** The permissions of the management API have to say who may call tools. */
    @BuildStep
    ProblemsBuildItem checkPermissions(List<DefinitionBuildItem> definitions, CombinedIndexBuildItem index,
            Optional<ManagementBuildItem> management,
            ManagementInterfaceBuildTimeConfig managementInterface, LaunchModeBuildItem mode) {
        ProblemCollector problems = new ProblemCollector();
        ToolDescription.latest(definitions).values().stream().map(item -> ToolDescription.of(item, index.getIndex()))
                .flatMap(Optional::stream)
                .min(Comparator.comparing(ToolDescription::name)).ifPresent(tool -> {
                    if (management.isEmpty()) {
                        problems.error(McpServerErrorCodes.NO_PERMISSIONS, tool.location(),
                                "The tool \"" + tool.name() + "\" is called with the permissions of the management API,"
                                        + " and the application has none.",
                                "Set quarkus.cairn.management.enabled=true and the roles that may operate the workflow.");
                    } else if (management.get().permitsAll() && managementInterface.enabled()
                            && mode.getLaunchMode() == LaunchMode.NORMAL) {
                        problems.error(McpServerErrorCodes.NO_PERMISSIONS, tool.location(),
                                "Everybody may call the tool \"" + tool.name()
                                        + "\": quarkus.cairn.management.permit-all=true is"
                                        + " meant for the management interface, and tools are on the port of the application.",
                                "Name roles instead: quarkus.cairn.management.roles.operate and the others.");
                    }
                });
        return new ProblemsBuildItem(problems);
    }

    /** In dev mode everybody may do everything, so only requests to this machine reach the server, as those of the API. */
    @BuildStep
    LocalPathBuildItem guard(McpHttpServersBuildTimeConfig servers) {
        return new LocalPathBuildItem(path(servers));
    }

    /** A page of another site may send a form or a text with the credentials of the browser, but no JSON. */
    @BuildStep
    @Record(ExecutionTime.RUNTIME_INIT)
    void takeOnlyJson(McpServerRecorder recorder, McpHttpServersBuildTimeConfig servers,
            BuildProducer<RouteBuildItem> routes) {
        new LocalPathBuildItem(path(servers)).routes().forEach(route -> routes.produce(
                RouteBuildItem.builder().orderedRoute(route, RouteConstants.ROUTE_ORDER_UPLOAD_LIMIT - 1)
                        .handler(recorder.takeOnlyJson()).build()));
    }

    private static String path(McpHttpServersBuildTimeConfig servers) {
        String path = servers.servers().get(McpServer.DEFAULT).http().rootPath();
        return path.startsWith("/") ? path : "/" + path;
    }

    /** Names of tools that methods of the application are. */
    private static Set<String> applicationTools(IndexView index) {
        return index.getAnnotations(TOOL).stream().filter(tool -> tool.target().kind() == AnnotationTarget.Kind.METHOD)
                .map(tool -> tool.value("name") == null || tool.value("name").asString().equals(Tool.ELEMENT_NAME)
                        ? tool.target().asMethod().name()
                        : tool.value("name").asString())
                .collect(Collectors.toSet());
    }
}
