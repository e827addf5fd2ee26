package dev.cairn.deployment.http;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.cairn.definition.Definition;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.deployment.BuildErrorCodes;
import dev.cairn.deployment.DefinitionBuildItem;
import dev.cairn.engine.node.SemanticVersionOrder;

/**
 * Decides which definition answers at which path: of several versions of a workflow that ask for the same, the highest.
 */
final class TriggerVersionSelector {

    private final String instancesPath;
    private final ProblemCollector problems;
    private final Map<String, DefinitionBuildItem> byPath = new TreeMap<>();

    TriggerVersionSelector(String instancesPath, ProblemCollector problems) {
        this.instancesPath = instancesPath;
        this.problems = problems;
    }

    Collection<DefinitionBuildItem> choose(List<DefinitionBuildItem> items) {
        items.stream().filter(item -> item.definition().http() != null).forEach(this::add);
        return byPath.values();
    }

    private void add(DefinitionBuildItem item) {
        Definition definition = item.definition();
        String path = definition.http().path();
        if (!path.startsWith("/") || path.indexOf('{') >= 0) {
            // No resource can be generated for it; the validator reports that.
            return;
        }
        if (path.equals(instancesPath) || path.startsWith(instancesPath + "/")) {
            problem(definition, "The path " + path + " is below " + instancesPath + ", where instances are looked at.",
                    "Choose another path, or set quarkus.cairn.http.root-path.");
        } else {
            byPath.merge(path, item, this::higher);
        }
    }

    private DefinitionBuildItem higher(DefinitionBuildItem known, DefinitionBuildItem item) {
        Definition left = known.definition();
        Definition right = item.definition();
        if (!left.document().qualifiedName().equals(right.document().qualifiedName())) {
            problem(right, "The path " + right.http().path() + " is that of the workflow " + left.document() + " as well.",
                    "Give one of them another path.");
            return known;
        }
        return SemanticVersionOrder.ORDER.compare(left.document().version(), right.document().version()) < 0 ? item : known;
    }

    private void problem(Definition definition, String message, String suggestion) {
        problems.error(BuildErrorCodes.HTTP_TRIGGER, definition.http().location(), message, suggestion);
    }
}
