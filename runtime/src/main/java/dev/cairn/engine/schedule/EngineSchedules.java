package dev.cairn.engine.schedule;

import java.util.function.Function;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CommandOrigin;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.SearchKeys;
import dev.cairn.api.WorkflowSchedules;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.instance.InstanceRegistry;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.node.StoreHealth.Work;
import dev.cairn.engine.operation.CommandRouter;
import dev.cairn.engine.option.ScheduleRowMarkers;
import dev.cairn.engine.recovery.ClaimedInstance;
import dev.cairn.engine.recovery.DueTimerClaimer;
import dev.cairn.engine.recovery.InstanceClaimer;
import dev.cairn.engine.start.InstanceStarter;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoredInstance;

/** The schedules of an engine, in its store or in memory. Thread-safe. */
public final class EngineSchedules {

    private final NodeContext context;
    private final InstanceClaimer recovery;
    /** Null if the store keeps nothing. */
    private final ClaimedScheduleRunner runner;
    private final ScheduleReconciler definitions;
    private final MemoryScheduleRunner memory;
    private final ScheduleRows rows;
    private final ScheduleCommands commands;
    private final ScheduleInspector inspector;

    public EngineSchedules(NodeContext context, InstanceStore store, InstanceRegistry table, InstanceClaimer recovery,
            DueTimerClaimer dueTimers, InstanceStarter starter, CommandRouter operations) {
        this.context = context;
        this.recovery = recovery;
        OccurrenceReporter reports = new OccurrenceReporter(context);
        boolean stored = context.keepsState();
        OccurrenceTracker occurrences = stored ? new StoredOccurrenceTracker(store, operations)
                : new MemoryOccurrenceTracker(table, operations);
        ScheduleDependencies dependencies = new ScheduleDependencies(context,
                new ScheduledPrograms(context.programs(), context.options().run().schedules()), occurrences,
                new OccurrenceStarter(starter), reports);
        this.rows = new ScheduleRows(context, store, reports);
        this.runner = stored ? new ClaimedScheduleRunner(dependencies, rows, recovery, dueTimers) : null;
        this.definitions = new ScheduleReconciler(dependencies, rows, recovery::claim);
        this.memory = new MemoryScheduleRunner(dependencies);
        this.commands = new ScheduleCommands(dependencies, rows, row -> {
            if (row.hasTimer()) {
                dueTimers.waits(row.id(), row.wakeAtMillis());
            }
        });
        this.inspector = new ScheduleInspector(dependencies, store, rows, commands);
    }

    /** Shows schedules to people. */
    public ScheduleInspector inspector() {
        return inspector;
    }

    /** Makes the schedules of the definitions, or brings them in line; to be called when this life begins to run instances. */
    public void begin() {
        if (runner == null) {
            memory.begin();
        } else {
            definitions.sync().subscribe().with(any -> {},
                    failure -> recovery.later(Work.CLAIMS, "make the schedules of definitions", failure, this::begin));
        }
    }

    /**
     * The schedules as an application sees them.
     *
     * @param inputs gives the canonical tree of an input
     * @param handles makes handles of instances
     * @param origin the caller, or null
     */
    public WorkflowSchedules client(Function<Object, JsonNode> inputs, Function<DurableStartResult, InstanceHandle> handles,
            CommandOrigin origin) {
        return new ClientSchedules(commands, rows, inputs, handles, origin);
    }

    /** As {@link dev.cairn.engine.recovery.PassiveRowHandler#look}. */
    public void look(ClaimedInstance schedule, StoredInstance stored, Runnable done) {
        runner.look(schedule, stored, done);
    }

    /** As {@link dev.cairn.engine.recovery.PassiveRowHandler#isLeft}. */
    public boolean isLeft(String scheduleId) {
        return runner.isLeft(scheduleId);
    }

    /** As {@link dev.cairn.engine.recovery.PassiveRowHandler#unreadable}. */
    public void unreadable(ClaimedInstance schedule, Throwable reason) {
        runner.unreadable(schedule.claim(), reason);
    }

    /**
     * An instance has ended, durably, and has left the memory. Does not block.
     *
     * @param keys its keys, which name the schedule that started it
     */
    public void ended(SearchKeys keys) {
        String scheduleId = ScheduleRowMarkers.scheduleOf(keys);
        if (scheduleId == null) {
            return;
        }
        context.threads().worker(() -> {
            if (runner == null) {
                memory.ended(scheduleId);
            } else {
                runner.ended(scheduleId);
            }
        });
    }
}
