package dev.cairn.engine.schedule;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;

import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.node.StoreHealth.Work;
import dev.cairn.engine.option.ScheduleRowMarkers;
import dev.cairn.engine.recovery.ClaimedInstance;
import dev.cairn.engine.recovery.DueTimerClaimer;
import dev.cairn.engine.recovery.InstanceClaimer;
import dev.cairn.schedule.AfterRule;
import dev.cairn.schedule.ScheduleSpec;
import dev.cairn.spi.Claim;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.StoredInstance;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Uni;

/**
 * Evaluates the schedules that this node has claimed, and writes each back without an owner: any node may claim it for the next
 * evaluation. Only claimed schedules are in memory. Thread-safe.
 */
final class ClaimedScheduleRunner {

    /** A node does not claim a schedule again for this time if it cannot run it: other nodes may. */
    private static final long AVOIDED_MILLIS = 60_000;
    /**
     * If a schedule is overdue by this time, no other node seems to run it either: its wake time is moved. Until then a node that starts
     * finds it due, and runs it before its occurrence is missed.
     */
    private static final long MAX_OVERDUE_MILLIS = OccurrencePlanner.MISSED_AFTER_MILLIS;
    /** Delay until a schedule is tried again that cannot be run or read. */
    private static final long RETRY_MILLIS = 60_000;
    private static final int MAX_AVOIDED = 10_000;

    private final NodeContext context;
    private final ScheduleDependencies dependencies;
    private final ScheduleRows rows;
    private final InstanceClaimer recovery;
    private final DueTimerClaimer dueTimers;
    /** Ids of schedules that are evaluated; true once an instance of one has ended since its evaluation began. */
    private final ConcurrentMap<String, Boolean> evaluations = new ConcurrentHashMap<>();
    /** Until when this node leaves schedules to others, by id. */
    private final ConcurrentMap<String, Long> avoidedUntilMillis = new ConcurrentHashMap<>();
    /** Schedules of definitions that do not wait for the ends of their instances: they are not read when one ends. */
    private final Set<String> independent;

    ClaimedScheduleRunner(ScheduleDependencies dependencies, ScheduleRows rows, InstanceClaimer recovery,
            DueTimerClaimer dueTimers) {
        this.context = dependencies.context();
        this.dependencies = dependencies;
        this.rows = rows;
        this.recovery = recovery;
        this.dueTimers = dueTimers;
        ScheduledPrograms programs = dependencies.programs();
        this.independent = programs.all().stream().map(InstalledProgram::program)
                .flatMap(program -> programs.specs(program).stream().filter(spec -> !waitsForEnds(spec))
                        .map(spec -> InstanceIdGenerator.ofSchedule(program.workflow(), spec.name())))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static boolean waitsForEnds(ScheduleSpec spec) {
        return spec.overlap().buffers() || spec.rule() instanceof AfterRule;
    }

    /** As {@link dev.cairn.engine.recovery.PassiveRowHandler#look}. */
    void look(ClaimedInstance instance, StoredInstance stored, Runnable done) {
        ClaimedSchedule claimed = new ClaimedSchedule(instance.claim(), done);
        evaluations.put(claimed.id(), false);
        context.threads().worker(() -> {
            try {
                evaluate(claimed, stored);
            } catch (RuntimeException | Error failure) {
                claimed.failed(failure);
            }
        });
    }

    private void evaluate(ClaimedSchedule claimed, StoredInstance stored) {
        if (context.stopping()) {
            // Another node claims it once this one has left.
            claimed.end();
            return;
        }
        StoredSchedule schedule;
        try {
            schedule = rows.read(stored);
        } catch (RuntimeException unreadable) {
            dependencies.reports().unreadable(claimed.id(), ScheduleRowMarkers.workflow(stored.row()), unreadable);
            claimed.postpone();
            return;
        }
        claimed.schedule = schedule;
        InstalledProgram program = dependencies.programs().find(schedule);
        if (schedule.isPaused() || schedule.isEnded()) {
            claimed.evaluated(ScheduleOutcome.of(schedule.cursorMillis(), schedule.row().wakeAtMillis()));
        } else if (program == null) {
            avoid(claimed, schedule.row().wakeAtMillis());
        } else {
            new ScheduleEvaluation(dependencies, program, schedule.state(), claimed).begin();
        }
    }

    private void avoid(ClaimedSchedule claimed, long wakeMillis) {
        long now = context.time().millis();
        if (avoidedUntilMillis.size() >= MAX_AVOIDED) {
            avoidedUntilMillis.values().removeIf(until -> until <= now);
        }
        if (avoidedUntilMillis.size() < MAX_AVOIDED) {
            avoidedUntilMillis.put(claimed.id(), now + AVOIDED_MILLIS);
        }
        claimed.leave(now - wakeMillis < MAX_OVERDUE_MILLIS ? wakeMillis : now + RETRY_MILLIS);
    }

    /** As {@link dev.cairn.engine.recovery.PassiveRowHandler#isLeft}. */
    boolean isLeft(String id) {
        Long untilMillis = avoidedUntilMillis.get(id);
        return untilMillis != null && context.time().millis() < untilMillis;
    }

    /** The store cannot give a claimed schedule. */
    void unreadable(Claim claim, Throwable reason) {
        InstanceRow row = claim.row();
        dependencies.reports().unreadable(row.id(), ScheduleRowMarkers.workflow(row), reason);
        write(claim, unchanged(row)).subscribe().with(any -> {}, failure -> claimLater(row.id(), failure));
    }

    /** The outcome for a schedule that cannot be read. */
    private ScheduleOutcome unchanged(InstanceRow row) {
        return ScheduleOutcome.of(row.updatedAtMillis(), context.time().millis() + RETRY_MILLIS);
    }

    private Uni<CommitResult> write(Claim claim, ScheduleOutcome outcome) {
        return rows.write(ScheduleRows.evaluated(claim.row(), outcome), claim.epoch(), claim.entries());
    }

    private void claimLater(String id, Throwable failure) {
        if (!context.stopping()) {
            recovery.later(Work.COMMITS, "look at a schedule", failure, () -> recovery.claim(id));
        }
    }

    /** An instance of a schedule has ended: another one may be due. */
    void ended(String id) {
        if (independent.contains(id) || context.stopping()
                || evaluations.computeIfPresent(id, (any, before) -> true) != null) {
            return;
        }
        rows.load(id).subscribe().with(found -> {
            if (found.isPresent() && !found.get().isPaused() && waitsForEnds(found.get().spec())) {
                recovery.claim(id);
            }
        }, failure -> {
            // The next evaluation, which is planned for this case, finds the end.
        });
    }

    /** A claimed schedule. */
    private final class ClaimedSchedule implements ScheduleEvaluationListener {
        private final Claim claim;
        private final Runnable done;
        /** Null until it is read. */
        private volatile StoredSchedule schedule;

        ClaimedSchedule(Claim claim, Runnable done) {
            this.claim = claim;
            this.done = done;
        }

        String id() {
            return claim.row().id();
        }

        @Override
        public void evaluated(ScheduleOutcome outcome) {
            putBack(outcome, true);
        }

        /** Tries it again later, since it cannot be read. */
        void postpone() {
            putBack(unchanged(claim.row()), true);
        }

        /** Leaves the schedule to other nodes. */
        void leave(long wakeMillis) {
            putBack(ScheduleOutcome.of(claim.row().updatedAtMillis(), wakeMillis), false);
        }

        /** @param again false if this node does not evaluate it next */
        private void putBack(ScheduleOutcome outcome, boolean again) {
            write(claim, outcome).subscribe().with(result -> {
                boolean instanceEnded = end();
                if (result != CommitResult.COMMITTED) {
                    keep(outcome);
                    return;
                }
                report(outcome);
                if (again && !context.stopping()) {
                    goOn(outcome.wakeMillis(), instanceEnded);
                }
            }, this::failed);
        }

        /** A command has changed it meanwhile. The next evaluation is not to decide again about occurrences that have their instances. */
        private void keep(ScheduleOutcome outcome) {
            if (schedule != null) {
                rows.keep(schedule, outcome).subscribe().with(result -> {
                    if (result == CommitResult.COMMITTED) {
                        report(outcome);
                    }
                }, failure -> {
                    // The next evaluation finds the instances of these occurrences as long as they are retained.
                });
            }
        }

        private void report(ScheduleOutcome outcome) {
            if (schedule != null) {
                dependencies.reports().dropped(ScheduleRowMarkers.workflow(claim.row()), schedule.spec(), outcome);
            }
        }

        private void goOn(long wakeMillis, boolean instanceEnded) {
            if (instanceEnded && schedule != null && waitsForEnds(schedule.spec())) {
                recovery.claim(id());
            } else if (wakeMillis != InstanceRow.NEVER) {
                dueTimers.waits(id(), wakeMillis);
            }
        }

        @Override
        public void deferred(long delayMillis) {
            end();
            if (!context.stopping()) {
                // It is read again: a command may have changed it meanwhile.
                context.timers().after(delayMillis, () -> recovery.claim(id()));
            }
        }

        /** True if an instance has ended meanwhile. */
        boolean end() {
            Boolean instanceEnded = evaluations.remove(id());
            done.run();
            return Boolean.TRUE.equals(instanceEnded);
        }

        @Override
        public void failed(Throwable failure) {
            end();
            claimLater(id(), failure);
        }
    }
}
