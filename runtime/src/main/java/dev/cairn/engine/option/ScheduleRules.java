package dev.cairn.engine.option;

import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.cairn.program.Program;
import dev.cairn.schedule.ScheduleOverride;
import dev.cairn.schedule.ScheduleSpec;

/**
 * Schedules of workflows. The configuration overrides the definition.
 *
 * @param workflows by qualified name {@code namespace:name}, or by name alone
 * @param disabled workflows whose schedules this application leaves alone, named in the same way
 */
public record ScheduleRules(Map<String, ScheduleOverride> workflows, Set<String> disabled) {

    /** Only what definitions state. */
    public static final ScheduleRules NONE = new ScheduleRules(Map.of(), Set.of());

    public ScheduleRules {
        workflows = Map.copyOf(workflows);
        disabled = Set.copyOf(disabled);
    }

    /** False if this application leaves the schedules of the workflow alone. */
    public boolean enabled(Program program) {
        return !disabled.contains(program.workflow()) && !disabled.contains(program.name());
    }

    /**
     * The schedules of a program.
     *
     * @throws dev.cairn.schedule.InvalidScheduleException if a configured jitter is too long for one of them
     */
    public List<ScheduleSpec> of(Program program) {
        ScheduleOverride settings = workflows.getOrDefault(program.workflow(),
                workflows.getOrDefault(program.name(), ScheduleOverride.NONE));
        return program.triggers().schedules().stream().map(settings::apply).toList();
    }
}
