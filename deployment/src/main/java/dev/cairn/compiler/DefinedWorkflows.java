package dev.cairn.compiler;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import dev.cairn.definition.Definition;
import dev.cairn.definition.Document;

/** The workflows that an application defines. */
public final class DefinedWorkflows implements WorkflowCatalog {

    private final Map<String, List<String>> versions = new TreeMap<>();

    /** Of all definitions there are. */
    public DefinedWorkflows(Collection<Definition> definitions) {
        for (Definition definition : definitions) {
            Document document = definition.document();
            versions.computeIfAbsent(document.qualifiedName(), any -> new ArrayList<>()).add(document.version());
        }
    }

    @Override
    public Set<String> names() {
        return versions.keySet();
    }

    @Override
    public List<String> versions(String workflow) {
        return versions.getOrDefault(workflow, List.of());
    }
}
