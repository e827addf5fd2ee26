package dev.cairn.engine.schedule;

import java.util.Map;
import java.util.OptionalLong;

import dev.cairn.api.CairnException;
import dev.cairn.api.CommandOrigin;
import dev.cairn.api.SearchKeys;
import dev.cairn.engine.instance.CallerWaitLimit;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.instance.StartMetadata;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.option.ScheduleRowMarkers;
import dev.cairn.engine.start.InstanceStarter;
import dev.cairn.schedule.OccurrenceInput;
import dev.cairn.schedule.ScheduleSpec;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

/**
 * Starts the instances of occurrences. The id of each follows from the workflow, the schedule and the due time, so a start that is
 * repeated finds the instance of the first.
 */
final class OccurrenceStarter {

    private final InstanceStarter starter;

    OccurrenceStarter(InstanceStarter starter) {
        this.starter = starter;
    }

    /** The instance of an occurrence. No caller has a key that gives the same id: none starts a workflow of this name. */
    static String instanceId(String workflow, String schedule, long dueMillis) {
        return InstanceIdGenerator.ofKey(ScheduleRowMarkers.column(workflow), "schedule/" + schedule + "/" + dueMillis);
    }

    /**
     * Starts the instance of an occurrence, unless it was started before.
     *
     * @param previousMillis due time of the occurrence before, for the input
     * @return completes once it is durable; fails with {@link CairnException}
     */
    Uni<DurableStartResult> start(InstalledProgram program, ScheduleSpec spec, long dueMillis, OptionalLong previousMillis) {
        String mark = InstanceIdGenerator.ofSchedule(program.program().workflow(), spec.name());
        return start(program, spec, dueMillis, previousMillis, new StartMetadata(keys(program, mark), null, null),
                instanceId(program.program().workflow(), spec.name(), dueMillis));
    }

    /**
     * Starts the instance of an occurrence that a caller asks for, unless it was started before. Policies for overlaps pay no
     * attention to it.
     *
     * @param origin the caller, or null
     */
    Uni<DurableStartResult> backfill(InstalledProgram program, ScheduleSpec spec, long dueMillis, OptionalLong previousMillis,
            CommandOrigin origin) {
        return start(program, spec, dueMillis, previousMillis, asked(program, spec, origin),
                instanceId(program.program().workflow(), spec.name(), dueMillis));
    }

    /** Starts an instance that is none of the occurrences, as {@link #backfill}. */
    Uni<DurableStartResult> runNow(InstalledProgram program, ScheduleSpec spec, long nowMillis, OptionalLong previousMillis,
            CommandOrigin origin) {
        return start(program, spec, nowMillis, previousMillis, asked(program, spec, origin), null);
    }

    private static StartMetadata asked(InstalledProgram program, ScheduleSpec spec, CommandOrigin origin) {
        String schedule = InstanceIdGenerator.ofSchedule(program.program().workflow(), spec.name());
        return new StartMetadata(keys(program, ScheduleRowMarkers.beside(schedule)), origin, null);
    }

    private Uni<DurableStartResult> start(InstalledProgram program, ScheduleSpec spec, long dueMillis,
            OptionalLong previousMillis, StartMetadata details, String id) {
        return Uni.createFrom().deferred(() -> starter.start(program,
                JsonPayload.of(OccurrenceInput.of(spec, dueMillis, previousMillis)), id, details, CallerWaitLimit.none())
                .uni());
    }

    /** True if an instance can have the attribute that names its schedule; a definition of an earlier build may leave no room. */
    static boolean hasRoom(InstalledProgram program) {
        return program.program().header().instances().attributes().size() < SearchKeys.MAX_ATTRIBUTES;
    }

    private static SearchKeys keys(InstalledProgram program, String mark) {
        return hasRoom(program) ? new SearchKeys(null, Map.of(ScheduleRowMarkers.SCHEDULE_ATTRIBUTE, mark)) : SearchKeys.NONE;
    }
}
