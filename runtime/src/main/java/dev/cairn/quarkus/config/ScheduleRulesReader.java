package dev.cairn.quarkus.config;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.cairn.engine.option.ScheduleRules;
import dev.cairn.program.Program;
import dev.cairn.schedule.CronRule;
import dev.cairn.schedule.InvalidScheduleException;
import dev.cairn.schedule.ScheduleOverride;

/** Reads the settings of schedules. */
public final class ScheduleRulesReader {

    private ScheduleRulesReader() {}

    /** @throws InvalidScheduleException if a setting is out of range */
    public static ScheduleRules rules(Map<String, CairnConfig.Workflow> configured) {
        Map<String, ScheduleOverride> workflows = new HashMap<>();
        Set<String> disabled = new HashSet<>();
        configured.forEach((name, workflow) -> {
            CairnConfig.Schedule schedule = workflow.schedule();
            workflows.put(name, new ScheduleOverride(schedule.zone().map(CronRule::zone).orElse(null),
                    schedule.overlap().orElse(null), schedule.missed().orElse(null),
                    schedule.maxMissed().isPresent() ? schedule.maxMissed().getAsInt() : null,
                    schedule.jitter().map(Duration::toMillis).orElse(null)));
            if (!schedule.enabled()) {
                disabled.add(name);
            }
        });
        return new ScheduleRules(workflows, disabled);
    }

    /**
     * Applies the settings to the schedules of all programs.
     *
     * @throws IllegalStateException if one does not fit; the message names the workflow
     */
    static void check(Map<String, CairnConfig.Workflow> configured, List<Program> programs) {
        ScheduleRules rules = rules(configured);
        for (Program program : programs) {
            try {
                rules.of(program);
            } catch (InvalidScheduleException invalid) {
                throw new IllegalStateException("CAIRN-0714: Settings do not fit a schedule [workflow=" + program.workflow()
                        + "]: " + invalid.getMessage(), invalid);
            }
        }
    }
}
