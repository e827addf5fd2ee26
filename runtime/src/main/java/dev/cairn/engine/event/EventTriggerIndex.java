package dev.cairn.engine.event;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.event.LifecycleEventTypes;
import dev.cairn.program.EventStartPlan;

/**
 * The programs that events start, by the type of the event: the newest version of each workflow. An event that starts nothing costs one
 * lookup. Immutable.
 */
final class EventTriggerIndex {

    /** By the types that filters name. Each list has the programs that take events of any type as well. */
    private final Map<String, List<InstalledProgram>> byType = new HashMap<>();
    private final List<InstalledProgram> ofAnyType = new ArrayList<>();

    EventTriggerIndex(NodeContext context) {
        List<InstalledProgram> started = context.programs().newest().stream()
                .filter(program -> program.trigger() != null
                        && context.options().run().schedules().enabled(program.program()))
                .toList();
        Set<String> types = new HashSet<>();
        for (InstalledProgram program : started) {
            types.addAll(plan(program).types());
            if (plan(program).anyType()) {
                ofAnyType.add(program);
            }
        }
        types.forEach(type -> byType.put(type, started.stream().filter(program -> mayFit(plan(program), type)).toList()));
    }

    private static EventStartPlan plan(InstalledProgram program) {
        return program.program().triggers().events();
    }

    /** A lifecycle event fits a filter that names its type, and no other. */
    private static boolean mayFit(EventStartPlan plan, String type) {
        return plan.types().contains(type) || plan.anyType() && !LifecycleEventTypes.isOne(type);
    }

    /** The programs that an event of a type may start. */
    List<InstalledProgram> find(String type) {
        List<InstalledProgram> found = byType.get(type);
        return found != null ? found : ofAnyType.isEmpty() || LifecycleEventTypes.isOne(type) ? List.of() : ofAnyType;
    }

    /** The types of lifecycle events that start instances. */
    List<String> lifecycleTypes() {
        return byType.keySet().stream().filter(LifecycleEventTypes::isOne).sorted().toList();
    }
}
