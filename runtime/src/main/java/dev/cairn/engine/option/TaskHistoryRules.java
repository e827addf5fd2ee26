package dev.cairn.engine.option;

import java.util.Map;

import dev.cairn.program.Program;

/**
 * Selects the workflows whose journals get an entry for each completed task.
 *
 * @param tasks the setting for workflows without their own
 * @param workflows by qualified name {@code namespace:name}, or by name alone
 */
public record TaskHistoryRules(boolean tasks, Map<String, Boolean> workflows) {

    /** Only facts that cannot be computed again have an entry. */
    public static final TaskHistoryRules NONE = new TaskHistoryRules(false, Map.of());

    public TaskHistoryRules {
        workflows = Map.copyOf(workflows);
    }

    public boolean keepsTasks(Program program) {
        Boolean said = workflows.get(program.workflow());
        return said != null ? said : workflows.getOrDefault(program.name(), tasks);
    }
}
