package dev.cairn.engine.schedule;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.node.StoreBackoff;
import dev.cairn.schedule.AfterRule;
import dev.cairn.schedule.ScheduleSpec;
import dev.cairn.spi.InstanceRow;
import dev.cairn.time.InstanceIdGenerator;

/** Runs the schedules of definitions by timers, for a store that keeps nothing: each life of the application begins them anew. */
final class MemoryScheduleRunner {

    private final NodeContext context;
    private final ScheduleDependencies dependencies;
    private final Map<String, MemorySchedule> byId = new ConcurrentHashMap<>();

    MemoryScheduleRunner(ScheduleDependencies dependencies) {
        this.context = dependencies.context();
        this.dependencies = dependencies;
    }

    void begin() {
        ScheduledPrograms programs = dependencies.programs();
        programs.all().forEach(program -> programs.specs(program.program()).forEach(spec -> begin(program, spec)));
    }

    private void begin(InstalledProgram program, ScheduleSpec spec) {
        String id = InstanceIdGenerator.ofSchedule(program.program().workflow(), spec.name());
        MemorySchedule schedule = new MemorySchedule(id, program, spec, context.time().millis());
        byId.put(id, schedule);
        schedule.evaluate();
    }

    /** An instance of a schedule has ended. */
    void ended(String id) {
        MemorySchedule schedule = byId.get(id);
        if (schedule != null) {
            schedule.instanceEnded();
        }
    }

    private final class MemorySchedule implements ScheduleEvaluationListener {
        private final String id;
        private final InstalledProgram program;
        private final ScheduleJournalEntry specified;
        /** Guarded by this, like all below. */
        private long cursorMillis;
        private long wakeMillis;
        private boolean evaluating;
        private boolean evaluateAgain;
        private Runnable alarm = () -> {};

        MemorySchedule(String id, InstalledProgram program, ScheduleSpec spec, long nowMillis) {
            this.id = id;
            this.program = program;
            this.specified = ScheduleJournalEntry.specified(nowMillis,
                    ScheduleChangeOrigin.definition(program.program().version()),
                    spec,
                    nowMillis);
            this.cursorMillis = ScheduleRows.firstCursorMillis(spec.rule(), nowMillis);
        }

        synchronized void evaluate() {
            if (context.stopping()) {
                return;
            }
            evaluateAgain = evaluating;
            if (!evaluating) {
                evaluating = true;
                alarm.run();
                ScheduleEvaluation next = new ScheduleEvaluation(dependencies, program,
                        new ScheduleState(id, specified, List.of(), cursorMillis, wakeMillis), this);
                context.threads().worker(next::begin);
            }
        }

        synchronized void instanceEnded() {
            if (!evaluating && specified.spec().rule() instanceof AfterRule after) {
                wakeMillis = wakeAfterEndMillis(after);
            }
            evaluate();
        }

        /** The next wake time of {@code after} if the last instance ended just now. */
        private long wakeAfterEndMillis(AfterRule after) {
            return context.time().millis() + after.delayMillis() + specified.spec().delayMillis(id, cursorMillis);
        }

        @Override
        public synchronized void evaluated(ScheduleOutcome outcome) {
            dependencies.reports().dropped(program.program().workflow(), specified.spec(), outcome);
            cursorMillis = outcome.cursorMillis();
            wakeMillis = evaluateAgain && specified.spec().rule() instanceof AfterRule after ? wakeAfterEndMillis(after)
                    : outcome.wakeMillis();
            evaluating = false;
            if (evaluateAgain) {
                evaluate();
            } else if (wakeMillis != InstanceRow.NEVER) {
                alarm = context.wallTimers().at(wakeMillis, this::evaluate);
            }
        }

        @Override
        public synchronized void deferred(long delayMillis) {
            evaluating = false;
            alarm = context.wallTimers().at(context.time().millis() + delayMillis, this::evaluate);
        }

        @Override
        public void failed(Throwable failure) {
            deferred(StoreBackoff.after(failure));
        }
    }
}
