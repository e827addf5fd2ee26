package dev.cairn.integrations.mcpserver.deployment;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

import dev.cairn.definition.Definition;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.deployment.definition.ToolDescription;
import dev.cairn.integrations.mcpserver.tool.WorkflowToolPlan;

/** Plans the tools, each under a name of its own. */
final class ToolPlanner {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    /** The names of the tools for instances begin so. */
    private static final String RESERVED = "cairn_";

    private final Set<String> applicationTools;
    private final ProblemCollector problems;
    private final Map<String, WorkflowToolPlan> plans = new TreeMap<>();

    /** @param applicationTools names of tools that the application has besides */
    ToolPlanner(Set<String> applicationTools, ProblemCollector problems) {
        this.applicationTools = applicationTools;
        this.problems = problems;
    }

    /** In the order of names. */
    List<WorkflowToolPlan> plans() {
        return List.copyOf(plans.values());
    }

    /** @param isJava true if the workflow is defined in Java */
    void add(Definition definition, ToolDescription tool, boolean isJava) {
        String workflow = definition.document().qualifiedName();
        if (!NAME.matcher(tool.name()).matches() || tool.name().startsWith(RESERVED)) {
            problem(tool, "The workflow " + workflow + " cannot be a tool with the name \"" + tool.name() + "\".",
                    "Choose 1 to 64 letters, digits, hyphens and underscores that do not begin with " + RESERVED + ".");
            return;
        }
        ToolArgumentsSchema schema = ToolArgumentsSchema.of(definition, isJava);
        WorkflowToolPlan other = plans.putIfAbsent(tool.name(), new WorkflowToolPlan(tool.name(), tool.description(), workflow,
                schema.document().toString(), schema.isWrapped()));
        if (applicationTools.contains(tool.name())) {
            problem(tool, "The workflow " + workflow + " is to be the tool \"" + tool.name()
                    + "\", and a method with @Tool has this name.",
                    "Give one of them another name, by metadata.cairn.mcp.name or @McpTool(name = …).");
        }
        if (other != null) {
            problem(tool, "The workflows " + workflow + " and " + other.workflow() + " are both to be the tool \"" + tool.name()
                    + "\".", "Give one of them another name, by metadata.cairn.mcp.name or @McpTool(name = …).");
        }
    }

    private void problem(ToolDescription tool, String message, String advice) {
        problems.error(McpServerErrorCodes.TOOL_NAME, tool.location(), message, advice);
    }
}
