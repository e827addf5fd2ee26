package dev.cairn.engine.option;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.cairn.program.Program;
import dev.cairn.schedule.InvalidScheduleException;
import dev.cairn.schedule.SchedulePolicyOverride;
import dev.cairn.schedule.ScheduleSpec;

/**
 * Configured overrides of the schedules in definitions, by workflow, and the workflows whose schedules are disabled.
 * The configuration overrides the definition. Each setting of a qualified name {@code namespace:name} takes precedence
 * over the same setting of the name alone.
 *
 * @param workflows settings by qualified name, or by name alone
 * @param enabled false for workflows whose schedules this application leaves alone, named in the same way
 */
public record ScheduleRules(Map<String, SchedulePolicyOverride> workflows, Map<String, Boolean> enabled) {

    /** Only what definitions state. */
    public static final ScheduleRules NONE = new ScheduleRules(Map.of(), Map.of());

    public ScheduleRules {
        workflows = Map.copyOf(workflows);
        enabled = Map.copyOf(enabled);
    }

    /** False if this application leaves the schedules of the workflow alone. */
    public boolean enabled(Program program) {
        return enabled.getOrDefault(program.workflow(), enabled.getOrDefault(program.name(), true));
    }

    private SchedulePolicyOverride settings(Program program) {
        return workflows.getOrDefault(program.workflow(), SchedulePolicyOverride.NONE)
                .orElse(workflows.getOrDefault(program.name(), SchedulePolicyOverride.NONE));
    }

    /** The reasons why settings do not fit schedules of a program, each with the schedule. */
    public List<String> check(Program program) {
        List<String> misfits = new ArrayList<>();
        for (ScheduleSpec spec : program.triggers().schedules()) {
            try {
                settings(program).check(spec);
            } catch (InvalidScheduleException misfit) {
                misfits.add("[workflow=" + program.workflow() + ", schedule=" + spec.name() + "] " + misfit.getMessage());
            }
        }
        return misfits;
    }

    /** The schedules of a program, with settings that were {@linkplain #check checked}. */
    public List<ScheduleSpec> of(Program program) {
        SchedulePolicyOverride settings = settings(program);
        return program.triggers().schedules().stream().map(settings::apply).toList();
    }
}
