package dev.cairn.integrations.mcpserver.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.mcp.server.Tool;
import io.quarkus.test.QuarkusUnitTest;

/** Mistakes of workflows that are to be tools fail the build, all at once. */
class ToolProblemsTest {

    private static final String WORKFLOW = """
            document: {dsl: '1.0.3', namespace: %s, name: pricing, version: '1.0.0', metadata: {cairn: {mcp: %s}}}
            do:
              - price: {set: {price: 12}}
            """;

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withApplicationRoot(root -> root
            .addAsResource(new StringAsset(WORKFLOW.formatted("shop", "true")), "workflows/one.yaml")
            .addAsResource(new StringAsset(WORKFLOW.formatted("store", "true")), "workflows/two.yaml")
            .addAsResource(new StringAsset(WORKFLOW.formatted("third", "{name: 'price it'}")), "workflows/three.yaml")
            .addClass(OwnTool.class)
            .addAsResource(new StringAsset(WORKFLOW.formatted("fifth", "{name: own}")), "workflows/five.yaml")
            .addAsResource(new StringAsset(WORKFLOW.formatted("fourth", "{name: cairn_status}")), "workflows/four.yaml"))
            .overrideConfigKey("quarkus.cairn.management.enabled", "false")
            .assertException(failure -> assertThat(failure).hasStackTraceContaining("CAIRN-0916")
                    .hasStackTraceContaining("are both to be the tool \"pricing\"").hasStackTraceContaining("\"price it\"")
                    .hasStackTraceContaining("\"cairn_status\"").hasStackTraceContaining("CAIRN-0919")
                    .hasStackTraceContaining("a method with @Tool has this name"));

    static class OwnTool {
        @Tool
        String own() {
            return "";
        }
    }

    @Test
    void theBuildFails() {
        throw new AssertionError("The build has not failed");
    }
}
