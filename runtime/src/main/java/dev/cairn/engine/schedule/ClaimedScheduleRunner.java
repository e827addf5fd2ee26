package dev.cairn.engine.schedule;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;

import dev.cairn.api.CairnException;
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

/**
 * Looks at the schedules that this node has claimed, and writes each back without an owner: the next look may be that of another
 * node. Only claimed schedules are in memory. Thread-safe.
 */
final class ClaimedScheduleRunner {

    /** A schedule that this node cannot run is left to others for this time. */
    private static final long LEFT_MILLIS = 60_000;
    /** After this time no other node seems to run it either, so its wake time is moved. */
    private static final long UNCLAIMED_MILLIS = 10_000;
    private static final long SELDOM_MILLIS = 60_000;
    private static final int MAX_LEFT = 10_000;

    private final NodeContext context;
    private final ScheduleDependencies dependencies;
    private final ScheduleRows rows;
    private final InstanceClaimer recovery;
    private final DueTimerClaimer dueTimers;
    /** Schedules under a look; true once an instance of one has ended since the look began. */
    private final ConcurrentMap<String, Boolean> looks = new ConcurrentHashMap<>();
    /** Until when schedules are left to other nodes, by id. */
    private final ConcurrentMap<String, Long> left = new ConcurrentHashMap<>();
    /** Schedules of definitions that do not wait for the ends of their instances: they are not read when one ends. */
    private final Set<String> independent;

    ClaimedScheduleRunner(ScheduleDependencies dependencies, ScheduleRows rows, InstanceClaimer recovery,
            DueTimerClaimer dueTimers) {
        this.context = dependencies.context();
        this.dependencies = dependencies;
        this.rows = rows;
        this.recovery = recovery;
        this.dueTimers = dueTimers;
        this.independent = ScheduleReconciler.newest(context).stream()
                .flatMap(program -> context.options().run().schedules().of(program.program()).stream()
                        .filter(spec -> !waitsForEnds(spec))
                        .map(spec -> InstanceIdGenerator.ofSchedule(program.program().workflow(), spec.name())))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static boolean waitsForEnds(ScheduleSpec spec) {
        return spec.overlap().buffers() || spec.rule() instanceof AfterRule;
    }

    /** As {@link dev.cairn.engine.recovery.PassiveRowHandler#look}. */
    void look(ClaimedInstance instance, StoredInstance stored, Runnable done) {
        ClaimedSchedule claimed = new ClaimedSchedule(instance.claim(), done);
        looks.put(claimed.id(), false);
        context.threads().worker(() -> {
            try {
                look(claimed, stored);
            } catch (RuntimeException | Error failure) {
                claimed.failed(failure);
            }
        });
    }

    private void look(ClaimedSchedule claimed, StoredInstance stored) {
        if (context.stopping()) {
            // Another node claims it once this one has left.
            claimed.over();
            return;
        }
        StoredSchedule schedule;
        try {
            schedule = rows.read(stored);
        } catch (RuntimeException unreadable) {
            dependencies.reports().unreadable(claimed.id(), ScheduleRowMarkers.workflow(stored.row()), unreadable);
            claimed.evaluated(stored.row().updatedAtMillis(), context.time().millis() + SELDOM_MILLIS);
            return;
        }
        claimed.waits = waitsForEnds(schedule.spec());
        InstalledProgram program = program(schedule);
        if (schedule.isPaused() || schedule.isEnded()) {
            claimed.evaluated(schedule.cursorMillis(), schedule.row().wakeAtMillis());
        } else if (program == null) {
            leave(claimed, schedule.row().wakeAtMillis());
        } else {
            new ScheduleEvaluation(dependencies, program, schedule.state(), claimed).begin();
        }
    }

    private void leave(ClaimedSchedule claimed, long wakeMillis) {
        long now = context.time().millis();
        if (left.size() >= MAX_LEFT) {
            left.values().removeIf(until -> until <= now);
        }
        if (left.size() < MAX_LEFT) {
            left.put(claimed.id(), now + LEFT_MILLIS);
        }
        claimed.leave(now - wakeMillis < UNCLAIMED_MILLIS ? wakeMillis : now + SELDOM_MILLIS);
    }

    /** As {@link dev.cairn.engine.recovery.PassiveRowHandler#isLeft}. */
    boolean isLeft(String id) {
        Long untilMillis = left.get(id);
        return untilMillis != null && context.time().millis() < untilMillis;
    }

    /** The program to start; null if another node has it, or a newer one. */
    private InstalledProgram program(StoredSchedule schedule) {
        InstalledProgram newest;
        try {
            newest = context.programs().find(schedule.workflow(), null);
        } catch (CairnException unknown) {
            return null;
        }
        return schedule.isNewerThan(newest.program().version())
                || !context.options().run().schedules().enabled(newest.program()) ? null : newest;
    }

    /** The store cannot give a claimed schedule. */
    void unreadable(Claim claim, Throwable reason) {
        InstanceRow row = claim.row();
        dependencies.reports().unreadable(row.id(), ScheduleRowMarkers.workflow(row), reason);
        rows.write(ScheduleRows.lookedAt(row, row.updatedAtMillis(), context.time().millis() + SELDOM_MILLIS), claim.epoch(),
                claim.entries()).subscribe().with(any -> {}, failure -> lookLater(row.id(), failure));
    }

    private void lookLater(String id, Throwable failure) {
        if (!context.stopping()) {
            recovery.later(Work.COMMITS, "look at a schedule", failure, () -> recovery.claim(id));
        }
    }

    /** An instance of a schedule has ended: another one may be due. */
    void ended(String id) {
        if (independent.contains(id) || context.stopping() || looks.computeIfPresent(id, (any, before) -> true) != null) {
            return;
        }
        rows.load(id).subscribe().with(found -> {
            if (found.isPresent() && !found.get().isPaused() && waitsForEnds(found.get().spec())) {
                recovery.claim(id);
            }
        }, failure -> {
            // The next look at it, which is planned for this case, finds the end.
        });
    }

    /** A claimed schedule. */
    private final class ClaimedSchedule implements ScheduleEvaluationListener {
        private final Claim claim;
        private final Runnable done;
        /** True if the end of an instance makes another look worth while. */
        private volatile boolean waits;

        ClaimedSchedule(Claim claim, Runnable done) {
            this.claim = claim;
            this.done = done;
        }

        String id() {
            return claim.row().id();
        }

        @Override
        public void evaluated(long cursorMillis, long wakeMillis) {
            write(cursorMillis, wakeMillis, true);
        }

        /** Leaves the schedule to other nodes. */
        void leave(long wakeMillis) {
            write(claim.row().updatedAtMillis(), wakeMillis, false);
        }

        private void write(long cursorMillis, long wakeMillis, boolean goesOn) {
            rows.write(ScheduleRows.lookedAt(claim.row(), cursorMillis, wakeMillis), claim.epoch(), claim.entries()).subscribe()
                    .with(result -> {
                        boolean again = over();
                        if (result != CommitResult.COMMITTED || !goesOn || context.stopping()) {
                            return;
                        }
                        if (again && waits) {
                            recovery.claim(id());
                        } else if (wakeMillis != InstanceRow.NEVER) {
                            dueTimers.waits(id(), wakeMillis);
                        }
                    }, this::failed);
        }

        /** True if an instance has ended meanwhile. */
        boolean over() {
            Boolean again = looks.remove(id());
            done.run();
            return Boolean.TRUE.equals(again);
        }

        @Override
        public void failed(Throwable failure) {
            over();
            lookLater(id(), failure);
        }
    }
}
