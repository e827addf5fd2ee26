package dev.cairn.compiler;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import dev.cairn.definition.Definition;
import dev.cairn.definition.Document;

/** The workflows of the application that definitions can run. */
public final class WorkflowCatalog {

    /** Of an application without any. */
    public static final WorkflowCatalog NONE = new WorkflowCatalog(Map.of());

    private final Map<String, List<String>> versions;

    /** @param versions of each workflow, by {@code namespace:name} */
    public WorkflowCatalog(Map<String, List<String>> versions) {
        this.versions = new TreeMap<>(versions);
    }

    /** Of all definitions there are. */
    public static WorkflowCatalog of(Collection<Definition> definitions) {
        Map<String, List<String>> versions = new TreeMap<>();
        for (Definition definition : definitions) {
            Document document = definition.document();
            versions.computeIfAbsent(document.qualifiedName(), any -> new ArrayList<>()).add(document.version());
        }
        return new WorkflowCatalog(versions);
    }

    /** All of them, each as {@code namespace:name}, sorted. */
    public Set<String> names() {
        return versions.keySet();
    }

    /** The versions of a workflow, given as {@code namespace:name}; none if it does not exist. */
    public List<String> versions(String workflow) {
        return versions.getOrDefault(workflow, List.of());
    }
}
