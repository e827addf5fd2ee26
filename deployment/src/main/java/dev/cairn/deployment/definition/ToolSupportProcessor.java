package dev.cairn.deployment.definition;

import java.util.List;
import java.util.Optional;

import dev.cairn.definition.ProblemCollector;
import dev.cairn.deployment.BuildErrorCodes;
import dev.cairn.deployment.DefinitionBuildItem;
import dev.cairn.deployment.ProblemsBuildItem;
import dev.cairn.deployment.ToolSupportBuildItem;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;

/** Refuses workflows that are to be tools in an application without an MCP server: no agent would ever see them. */
class ToolSupportProcessor {

    @BuildStep
    ProblemsBuildItem check(List<DefinitionBuildItem> items, Optional<ToolSupportBuildItem> support,
            CombinedIndexBuildItem index) {
        ProblemCollector problems = new ProblemCollector();
        if (support.isEmpty()) {
            ToolDescription.latest(items).values().forEach(item -> ToolDescription.of(item, index.getIndex())
                    .ifPresent(tool -> problems.error(BuildErrorCodes.NO_MCP_SERVER, tool.location(),
                            "The workflow " + item.definition().document().qualifiedName()
                                    + " is to be a tool, and the application has no MCP server.",
                            "Add the extension quarkus-cairn-mcp-server.")));
        }
        return new ProblemsBuildItem(problems);
    }
}
