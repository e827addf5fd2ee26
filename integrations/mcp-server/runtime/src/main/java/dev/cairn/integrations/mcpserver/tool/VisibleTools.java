package dev.cairn.integrations.mcpserver.tool;

import jakarta.inject.Singleton;

import dev.cairn.spi.ManagementClient;
import io.quarkiverse.mcp.server.FilterContext;
import io.quarkiverse.mcp.server.McpMethod;
import io.quarkiverse.mcp.server.ToolFilter;
import io.quarkiverse.mcp.server.ToolManager.ToolInfo;

/** Lists for a caller the workflows that the caller may start, and the tools of others. */
@Singleton
final class VisibleTools implements ToolFilter {

    private final ManagementClient management;
    private final WorkflowToolPlans plans;

    VisibleTools(ManagementClient management, WorkflowToolPlans plans) {
        this.management = management;
        this.plans = plans;
    }

    /** A call is refused by the management API instead, which audits it. */
    @Override
    public boolean test(ToolInfo tool, FilterContext context) {
        String workflow = plans.workflow(tool.name());
        return workflow == null || context.method() == McpMethod.TOOLS_CALL || management.knownCaller().mayStart(workflow);
    }
}
