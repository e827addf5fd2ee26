package dev.cairn.integrations.mcpserver.tool;

import jakarta.inject.Singleton;

import dev.cairn.spi.ManagementClient;
import io.quarkiverse.mcp.server.FilterContext;
import io.quarkiverse.mcp.server.ToolFilter;
import io.quarkiverse.mcp.server.ToolManager.ToolInfo;

/** Shows a caller the workflows that the caller may start; tools of others are not its matter. */
@Singleton
final class VisibleTools implements ToolFilter {

    private final ManagementClient management;
    private final WorkflowToolPlans plans;

    VisibleTools(ManagementClient management, WorkflowToolPlans plans) {
        this.management = management;
        this.plans = plans;
    }

    @Override
    public boolean test(ToolInfo tool, FilterContext context) {
        String workflow = plans.workflow(tool.name());
        return workflow == null || management.mayStart(workflow);
    }
}
