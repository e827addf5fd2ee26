package dev.cairn.driver;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The instances of this node that listen, by the types of the events that they listen for. Kept in memory: whoever listens is in
 * memory. Safe for any thread.
 */
final class Listeners {

    /** Instances that events of any type may fit. No event has an empty type. */
    private static final String ANY = "";

    private final ConcurrentMap<String, Set<Instance>> byType = new ConcurrentHashMap<>();

    /** From now on events of some types find an instance; of all types if none is named. */
    void add(Instance instance, Collection<String> types) {
        keys(types).forEach(type -> byType.compute(type, (key, before) -> {
            Set<Instance> instances = before == null ? ConcurrentHashMap.newKeySet() : before;
            instances.add(instance);
            return instances;
        }));
    }

    /** Events of some types no longer find an instance, unless others that were added keep them. */
    void remove(Instance instance, Collection<String> types, Collection<String> kept) {
        keys(types).stream().filter(type -> kept == null || !keys(kept).contains(type))
                .forEach(type -> byType.computeIfPresent(type, (key, instances) -> {
                    instances.remove(instance);
                    return instances.isEmpty() ? null : instances;
                }));
    }

    /** Those that an event of a type may fit. */
    Set<Instance> find(String type) {
        Set<Instance> found = new LinkedHashSet<>(byType.getOrDefault(type, Set.of()));
        found.addAll(byType.getOrDefault(ANY, Set.of()));
        return found;
    }

    private static Collection<String> keys(Collection<String> types) {
        return types.isEmpty() ? List.of(ANY) : types;
    }
}
