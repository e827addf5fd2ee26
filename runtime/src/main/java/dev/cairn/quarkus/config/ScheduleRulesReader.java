package dev.cairn.quarkus.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.cairn.engine.option.ScheduleRules;
import dev.cairn.program.Program;
import dev.cairn.schedule.CronRule;
import dev.cairn.schedule.InvalidScheduleException;
import dev.cairn.schedule.SchedulePolicyOverride;

/** Reads the settings of schedules. */
public final class ScheduleRulesReader {

    private ScheduleRulesReader() {}

    /** @throws InvalidScheduleException if a zone is unknown */
    public static ScheduleRules rules(Map<String, CairnConfig.Workflow> configured) {
        Map<String, SchedulePolicyOverride> workflows = new HashMap<>();
        Map<String, Boolean> enabled = new HashMap<>();
        configured.forEach((name, workflow) -> {
            workflows.put(name, settings(workflow.schedule()));
            workflow.schedule().enabled().ifPresent(value -> enabled.put(name, value));
        });
        return new ScheduleRules(workflows, enabled);
    }

    private static SchedulePolicyOverride settings(CairnConfig.Schedule schedule) {
        return new SchedulePolicyOverride(schedule.zone().map(CronRule::zone).orElse(null), schedule.overlap().orElse(null),
                schedule.missed().orElse(null), schedule.maxMissed().isPresent() ? schedule.maxMissed().getAsInt() : null,
                schedule.jitter().map(Duration::toMillis).orElse(null));
    }

    /**
     * Holds the settings against the schedules of all programs.
     *
     * @throws IllegalStateException if some do not fit; the message has all of them
     */
    static void check(Map<String, CairnConfig.Workflow> configured, List<Program> programs) {
        List<String> misfits = new ArrayList<>();
        Map<String, CairnConfig.Workflow> readable = new TreeMap<>(configured);
        readable.entrySet().removeIf(named -> {
            try {
                settings(named.getValue().schedule());
                return false;
            } catch (InvalidScheduleException invalid) {
                misfits.add("quarkus.cairn.workflow.\"" + named.getKey() + "\".schedule: " + invalid.getMessage());
                return true;
            }
        });
        ScheduleRules rules = rules(readable);
        programs.stream().sorted(Comparator.comparing(Program::workflow)).map(rules::check).forEach(misfits::addAll);
        if (!misfits.isEmpty()) {
            throw new IllegalStateException("CAIRN-0714: Settings do not fit schedules: " + String.join(" ", misfits));
        }
    }
}
