package dev.cairn.integrations.mcpserver.tool;

/**
 * A workflow that is a tool.
 *
 * @param name the name of the tool
 * @param description for the model
 * @param workflow qualified name of the workflow, {@code namespace:name}
 * @param inputSchema JSON Schema of the arguments, as text
 * @param isWrapped true if the argument {@code input} is the input, since its schema permits other values than objects
 */
public record WorkflowToolPlan(String name, String description, String workflow, String inputSchema, boolean isWrapped) {}
