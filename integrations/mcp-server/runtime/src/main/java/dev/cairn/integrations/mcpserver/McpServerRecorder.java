package dev.cairn.integrations.mcpserver;

import java.util.List;
import java.util.function.Supplier;

import dev.cairn.integrations.mcpserver.tool.WorkflowToolPlan;
import dev.cairn.integrations.mcpserver.tool.WorkflowToolPlans;
import io.quarkus.runtime.annotations.Recorder;

/** Takes the tools from the build into the application. */
@Recorder
public class McpServerRecorder {

    /** The tools, in the order of their names. */
    public Supplier<WorkflowToolPlans> plans(List<WorkflowToolPlan> tools) {
        WorkflowToolPlans plans = new WorkflowToolPlans(tools);
        return () -> plans;
    }
}
