package dev.cairn.engine.option;

import java.util.Map;

import dev.cairn.program.Program;

/**
 * Which journals get an entry for each task that is done.
 *
 * @param tasks the setting for workflows without their own
 * @param workflows by qualified name {@code namespace:name}, or by name alone
 */
public record HistoryRules(boolean tasks, Map<String, Boolean> workflows) {

    /** Only facts that cannot be computed again have an entry. */
    public static final HistoryRules NONE = new HistoryRules(false, Map.of());

    public HistoryRules {
        workflows = Map.copyOf(workflows);
    }

    public boolean keepsTasks(Program program) {
        Boolean said = workflows.get(program.workflow());
        return said != null ? said : workflows.getOrDefault(program.name(), tasks);
    }
}
