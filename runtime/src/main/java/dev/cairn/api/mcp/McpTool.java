package dev.cairn.api.mcp;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Offers a workflow to agents as a tool of the application's MCP server: beside {@link dev.cairn.api.Workflow} on a class. Needs the extension
 * {@code quarkus-cairn-mcp-server}. A definition in YAML or JSON says the same with {@code metadata.cairn.mcp}.
 *
 * <pre>{@code
 * @Workflow(name = "refunds")
 * @McpTool(description = "Pays the price of an order back")
 * class Refunds { … }
 * }</pre>
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface McpTool {

    /** The name of the tool: 1 to 64 letters, digits, hyphens and underscores. Empty: the name of the workflow. */
    String name() default "";

    /** The purpose of the tool, for the model. Empty: the summary or the title of the workflow. */
    String description() default "";
}
