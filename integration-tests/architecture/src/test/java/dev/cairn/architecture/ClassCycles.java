package dev.cairn.architecture;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;

/**
 * Finds the largest class cycle of each package: the classes that can all be reached from each other by dependencies within the
 * package. A member type counts as the type that it is declared in.
 */
final class ClassCycles {

    /** Classes by package. A package without a cycle is absent. */
    static Map<String, Set<String>> largestByPackage(Collection<JavaClass> classes) {
        Map<String, Map<String, Set<String>>> packages = new TreeMap<>();
        for (JavaClass type : classes) {
            JavaClass from = topLevel(type);
            Set<String> targets = packages.computeIfAbsent(from.getPackageName(), unknown -> new TreeMap<>())
                    .computeIfAbsent(from.getSimpleName(), unknown -> new TreeSet<>());
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                JavaClass target = topLevel(dependency.getTargetClass().getBaseComponentType());
                if (target.getPackageName().equals(from.getPackageName())) {
                    targets.add(target.getSimpleName());
                }
            }
        }
        Map<String, Set<String>> largest = new TreeMap<>();
        packages.forEach((name, graph) -> new ClassCycles(graph).largest().ifPresent(cycle -> largest.put(name, cycle)));
        return largest;
    }

    private final Map<String, Set<String>> graph;
    private final Map<String, Integer> indexes = new HashMap<>();
    private final Map<String, Integer> lowest = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private Set<String> largest = Set.of();

    private ClassCycles(Map<String, Set<String>> graph) {
        this.graph = graph;
    }

    private Optional<Set<String>> largest() {
        for (String type : graph.keySet()) {
            if (!indexes.containsKey(type)) {
                visit(type);
            }
        }
        return largest.size() > 1 ? Optional.of(largest) : Optional.empty();
    }

    /** Tarjan's algorithm for strongly connected components. */
    private void visit(String type) {
        indexes.put(type, indexes.size());
        lowest.put(type, indexes.get(type));
        open.push(type);
        for (String target : graph.get(type)) {
            if (!graph.containsKey(target)) {
                continue;
            }
            if (!indexes.containsKey(target)) {
                visit(target);
                lowest.merge(type, lowest.get(target), Math::min);
            } else if (open.contains(target)) {
                lowest.merge(type, indexes.get(target), Math::min);
            }
        }
        if (lowest.get(type).equals(indexes.get(type))) {
            Set<String> component = new TreeSet<>();
            String member;
            do {
                member = open.pop();
                component.add(member);
            } while (!member.equals(type));
            if (component.size() > largest.size()) {
                largest = component;
            }
        }
    }

    private static JavaClass topLevel(JavaClass type) {
        JavaClass outer = type;
        while (outer.getEnclosingClass().isPresent()) {
            outer = outer.getEnclosingClass().get();
        }
        return outer;
    }
}
