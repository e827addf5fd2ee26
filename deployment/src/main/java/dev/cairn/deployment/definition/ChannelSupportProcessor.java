package dev.cairn.deployment.definition;

import java.util.List;
import java.util.Optional;

import dev.cairn.definition.Definition;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.deployment.BuildErrorCodes;
import dev.cairn.deployment.ChannelSupportBuildItem;
import dev.cairn.deployment.DefinitionBuildItem;
import dev.cairn.deployment.ProblemsBuildItem;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;

/** Refuses definitions that name channels in an application without messaging: no event would ever come from there. */
class ChannelSupportProcessor {

    @BuildStep
    ProblemsBuildItem check(List<DefinitionBuildItem> items, Optional<ChannelSupportBuildItem> support,
            CombinedIndexBuildItem index) {
        ProblemCollector problems = new ProblemCollector();
        if (support.isEmpty()) {
            for (DefinitionBuildItem item : items) {
                check(item.definition(), problems);
                DefinitionChannels.ofTrigger(item, index.getIndex())
                        .ifPresent(channel -> problem(item.definition(), "", problems));
            }
        }
        return new ProblemsBuildItem(problems);
    }

    private static void check(Definition definition, ProblemCollector problems) {
        if (definition.source().at(DefinitionChannels.OF_DOCUMENT).isTextual()) {
            problem(definition, DefinitionChannels.OF_DOCUMENT, problems);
        }
        DefinitionChannels.ofTasks(definition).keySet().forEach(task -> problem(definition, task, problems));
    }

    private static void problem(Definition definition, String pointer, ProblemCollector problems) {
        problems.error(BuildErrorCodes.NO_MESSAGING, definition.sources().at(pointer),
                "A channel is named, and the application has no messaging.", "Add the extension quarkus-cairn-messaging.");
    }
}
