package dev.cairn.engine.node;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;

/** The programs of the application, by name and version. Immutable. */
public final class ProgramRegistry {

    private final List<InstalledProgram> all;
    /** By {@code namespace:name}, highest version last. */
    private final Map<String, List<InstalledProgram>> byQualifiedName = new HashMap<>();
    /** The highest version of each workflow, by {@code namespace:name}. */
    private final Map<String, InstalledProgram> newestByQualifiedName = new HashMap<>();
    private final Map<String, TreeSet<String>> qualifiedNames = new HashMap<>();

    /** Of all programs there are. */
    public ProgramRegistry(Collection<InstalledProgram> programs) {
        this.all = List.copyOf(programs);
        for (InstalledProgram installed : all) {
            String workflow = installed.program().workflow();
            byQualifiedName.computeIfAbsent(workflow, any -> new ArrayList<>()).add(installed);
            qualifiedNames.computeIfAbsent(installed.program().name(), any -> new TreeSet<>()).add(workflow);
        }
        Comparator<InstalledProgram> byVersion = Comparator.comparing(installed -> installed.program().version(),
                SemanticVersionOrder.ORDER);
        byQualifiedName.forEach((workflow, versions) -> {
            versions.sort(byVersion);
            newestByQualifiedName.put(workflow, versions.get(versions.size() - 1));
        });
    }

    /** All of them. */
    public List<InstalledProgram> all() {
        return all;
    }

    /** All versions of each workflow, by {@code namespace:name}, highest version last. */
    public Map<String, List<InstalledProgram>> byWorkflow() {
        return Collections.unmodifiableMap(byQualifiedName);
    }

    /** The highest version of each workflow. */
    public Collection<InstalledProgram> newest() {
        return Collections.unmodifiableCollection(newestByQualifiedName.values());
    }

    /**
     * The highest version of a workflow; null if there is none.
     *
     * @param workflow {@code namespace:name}
     */
    public InstalledProgram newest(String workflow) {
        return newestByQualifiedName.get(workflow);
    }

    /**
     * The qualified name of a workflow. A name with a namespace stands for itself: the application may no longer have the workflow.
     *
     * @param workflow {@code name} or {@code namespace:name}
     * @throws CairnException if no workflow has the name, or several namespaces have it
     */
    public String qualifiedName(String workflow) {
        return isQualified(workflow) ? workflow : find(workflow, null).program().workflow();
    }

    private static boolean isQualified(String workflow) {
        return workflow.indexOf(':') >= 0;
    }

    /** The program of exactly this workflow and version, or null. */
    public InstalledProgram exactly(String workflow, String version) {
        return byQualifiedName.getOrDefault(workflow, List.of()).stream()
                .filter(installed -> installed.program().version().equals(version)).findFirst().orElse(null);
    }

    /**
     * Finds the program to start.
     *
     * @param workflow {@code name} or {@code namespace:name}
     * @param version a version, or null for the highest
     * @throws CairnException if there is none, or several namespaces have the name
     */
    public InstalledProgram find(String workflow, String version) {
        TreeSet<String> candidates = isQualified(workflow) ? new TreeSet<>(List.of(workflow))
                : qualifiedNames.getOrDefault(workflow, new TreeSet<>());
        if (candidates.size() > 1) {
            throw unknown("CAIRN-0402: Several workflows are called " + workflow + ": " + String.join(", ", candidates)
                    + ". Give the namespace as well.");
        }
        List<InstalledProgram> versions = candidates.isEmpty() ? List.of()
                : byQualifiedName.getOrDefault(candidates.first(), List.of());
        if (versions.isEmpty()) {
            throw unknown("CAIRN-0401: No workflow is called " + workflow + ". There are: "
                    + String.join(", ", new TreeSet<>(byQualifiedName.keySet())) + ".");
        }
        InstalledProgram found = version == null ? newest(candidates.first()) : exactly(candidates.first(), version);
        if (found == null) {
            throw unknown("CAIRN-0403: The workflow " + candidates.first() + " has no version " + version + ". There are: "
                    + String.join(", ", versions.stream().map(installed -> installed.program().version()).toList()) + ".");
        }
        return found;
    }

    private static CairnException unknown(String message) {
        return new CairnException(Reason.UNKNOWN_WORKFLOW, message, null);
    }
}
