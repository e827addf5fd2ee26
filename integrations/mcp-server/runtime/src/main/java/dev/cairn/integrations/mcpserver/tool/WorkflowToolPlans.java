package dev.cairn.integrations.mcpserver.tool;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The workflows of the application that are tools. */
public final class WorkflowToolPlans {

    private final List<WorkflowToolPlan> tools;
    private final Set<String> workflows;

    /** @param tools one for each workflow, with distinct names */
    public WorkflowToolPlans(List<WorkflowToolPlan> tools) {
        this.tools = List.copyOf(tools);
        workflows = tools.stream().map(WorkflowToolPlan::workflow).collect(Collectors.toUnmodifiableSet());
    }

    List<WorkflowToolPlan> tools() {
        return tools;
    }

    /** Qualified names. */
    Set<String> workflows() {
        return workflows;
    }

    /** The workflow of a tool, or null if the tool is no workflow. */
    String workflow(String tool) {
        return tools.stream().filter(plan -> plan.name().equals(tool)).map(WorkflowToolPlan::workflow).findFirst().orElse(null);
    }
}
