package dev.cairn.integrations.mcpserver.deployment;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.definition.Definition;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.deployment.definition.ToolDescription;
import dev.cairn.integrations.mcpserver.tool.WorkflowToolPlan;

/** Plans the tools, each under a name of its own. */
final class ToolPlanner {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    /** The names of the tools for instances begin so. */
    private static final String RESERVED = "cairn_";

    private final ProblemCollector problems;
    private final Map<String, WorkflowToolPlan> plans = new TreeMap<>();

    ToolPlanner(ProblemCollector problems) {
        this.problems = problems;
    }

    /** In the order of names. */
    List<WorkflowToolPlan> plans() {
        return List.copyOf(plans.values());
    }

    void add(Definition definition, ToolDescription tool) {
        String workflow = definition.document().qualifiedName();
        if (!NAME.matcher(tool.name()).matches() || tool.name().startsWith(RESERVED)) {
            problem(tool, "The workflow " + workflow + " cannot be a tool with the name \"" + tool.name() + "\".",
                    "Choose 1 to 64 letters, digits, hyphens and underscores that do not begin with " + RESERVED + ".");
            return;
        }
        JsonNode schema = definition.input().schema() == null ? JsonNodeFactory.instance.objectNode().put("type", "object")
                : definition.input().schema().document();
        boolean isWrapped = !schema.path("type").asText().equals("object");
        WorkflowToolPlan other = plans.putIfAbsent(tool.name(), new WorkflowToolPlan(tool.name(), tool.description(), workflow,
                (isWrapped ? wrapped(schema) : schema).toString(), isWrapped));
        if (other != null) {
            problem(tool, "The workflows " + workflow + " and " + other.workflow() + " are both to be the tool \"" + tool.name()
                    + "\".", "Give one of them another name, by metadata.cairn.mcp.name or @McpTool(name = …).");
        }
    }

    /** The arguments of a tool are an object. */
    private static ObjectNode wrapped(JsonNode schema) {
        ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("type", "object");
        arguments.putObject("properties").set("input", schema);
        arguments.putArray("required").add("input");
        return arguments;
    }

    private void problem(ToolDescription tool, String message, String advice) {
        problems.error(McpServerErrorCodes.TOOL_NAME, tool.location(), message, advice);
    }
}
