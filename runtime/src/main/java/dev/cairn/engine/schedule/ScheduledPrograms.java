package dev.cairn.engine.schedule;

import java.util.List;

import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.ProgramRegistry;
import dev.cairn.engine.option.ScheduleRules;
import dev.cairn.program.Program;
import dev.cairn.schedule.ScheduleSpec;

/**
 * The programs whose schedules this node runs: the newest version of each workflow, unless the configuration turns its schedules off.
 *
 * @param programs the programs of the application
 * @param rules the configuration of schedules
 */
record ScheduledPrograms(ProgramRegistry programs, ScheduleRules rules) {

    /** All of them. */
    List<InstalledProgram> all() {
        return programs.newest().stream().filter(installed -> rules.enabled(installed.program())).toList();
    }

    /** The schedules that the definition of a program states, as the configuration changes them; none if they are turned off. */
    List<ScheduleSpec> specs(Program program) {
        return rules.enabled(program) ? rules.of(program) : List.of();
    }

    /** The program whose instances this node starts for a schedule; null if there is an {@linkplain #obstacle obstacle}. */
    InstalledProgram find(StoredSchedule schedule) {
        InstalledProgram newest = programs.newest(schedule.workflow());
        return obstacle(schedule, newest) == null ? newest : null;
    }

    /** The reason why this node starts nothing of a schedule, or null. */
    ScheduleObstacle obstacle(StoredSchedule schedule) {
        return obstacle(schedule, programs.newest(schedule.workflow()));
    }

    private ScheduleObstacle obstacle(StoredSchedule schedule, InstalledProgram newest) {
        if (newest == null) {
            return ScheduleObstacle.MISSING_WORKFLOW;
        }
        if (!rules.enabled(newest.program())) {
            return ScheduleObstacle.CONFIGURATION;
        }
        return schedule.isNewerThan(newest.program().version()) ? ScheduleObstacle.NEWER_VERSION : null;
    }
}
