package dev.cairn.engine.schedule;

import java.util.OptionalLong;
import java.util.function.Consumer;

import dev.cairn.api.OverlapPolicy;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.schedule.AfterRule;
import dev.cairn.schedule.ScheduleSpec;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.RequestFailureClassifier;
import io.smallrye.mutiny.Uni;

/**
 * One evaluation of a schedule: the {@linkplain OccurrencePlanner planner} decides, the due occurrences are started one
 * after another, and the new state is handed over. An evaluation that comes a little early waits for the due time.
 */
final class ScheduleEvaluation {

    /** Schedules are claimed this long before they are due, or less. */
    private static final long MAX_AHEAD_MILLIS = 150;
    /** Minimum delay of {@code after} behind an occurrence that was refused for good. */
    private static final long MIN_REFUSED_MILLIS = 60_000;
    /** Minimum delay after a start that failed. Schedules are claimed up to 100 ms ahead, so a shorter one would be none. */
    private static final long MIN_POSTPONED_MILLIS = 250;

    private final NodeContext context;
    private final OccurrenceTracker occurrences;
    private final OccurrenceStarter starter;
    private final OccurrenceReporter reports;
    private final InstalledProgram program;
    private final ScheduleState state;
    private final ScheduleEvaluationListener listener;
    /** Number of occurrences that the workflow has refused for good in this evaluation. */
    private int refused;

    ScheduleEvaluation(ScheduleDependencies dependencies, InstalledProgram program, ScheduleState state,
            ScheduleEvaluationListener listener) {
        this.context = dependencies.context();
        this.occurrences = dependencies.occurrences();
        this.starter = dependencies.starter();
        this.reports = dependencies.reports();
        this.program = program;
        this.state = state;
        this.listener = listener;
    }

    private ScheduleSpec spec() {
        return state.specified().spec();
    }

    private String workflow() {
        return program.program().workflow();
    }

    /** Begins; the listener hears of the end. */
    void begin() {
        Uni.createFrom().deferred(this::snapshot).invoke(this::act).subscribe().with(any -> {}, listener::failed);
    }

    private void beginAgain() {
        if (!context.stopped()) {
            context.threads().worker(this::begin);
        }
    }

    private Uni<ScheduleSnapshot> snapshot() {
        if (spec().rule() instanceof AfterRule after) {
            return afterSnapshot(after);
        }
        long anchorMillis = state.specified().anchorMillis();
        ScheduleSnapshot free = snapshot(anchorMillis, false);
        if (!free.isDue() || spec().overlap() == OverlapPolicy.ALLOW) {
            return Uni.createFrom().item(free);
        }
        return occurrences.isBusy(state.id(), workflow()).map(busy -> snapshot(anchorMillis, busy));
    }

    private Uni<ScheduleSnapshot> afterSnapshot(AfterRule after) {
        if (!hasRun()) {
            return Uni.createFrom().item(snapshot(state.specified().anchorMillis() - after.delayMillis(), false));
        }
        return occurrences.run(OccurrenceStarter.instanceId(workflow(), spec().name(), state.cursorMillis()))
                .map(run -> snapshot(state.anchorMillis(run, after), run.running()));
    }

    /** False for {@code after} before its first occurrence. */
    private boolean hasRun() {
        return state.cursorMillis() >= state.specified().anchorMillis();
    }

    private ScheduleSnapshot snapshot(long anchorMillis, boolean busy) {
        return new ScheduleSnapshot(state.id(), spec(), anchorMillis, state.cursorMillis(), context.time().millis(), busy,
                state.pauses());
    }

    private void act(ScheduleSnapshot snapshot) {
        OccurrencePlan plan = OccurrencePlanner.plan(snapshot);
        long aheadMillis = plan.wakeMillis() - snapshot.nowMillis();
        if (plan.cursorMillis() == state.cursorMillis() && plan.starts().isEmpty() && plan.wakeMillis() != InstanceRow.NEVER
                && aheadMillis <= MAX_AHEAD_MILLIS) {
            // Not by the wall clock: if it is set back meanwhile, the claim would be kept until it has caught up.
            context.timers().after(aheadMillis, this::beginAgain);
            return;
        }
        if (snapshot.busy() && spec().overlap() == OverlapPolicy.CANCEL_OTHER && !plan.starts().isEmpty()) {
            long due = plan.starts().get(0);
            then(occurrences.cancel(state.id(), workflow(), OccurrenceStarter.instanceId(workflow(), spec().name(), due)),
                    any -> start(snapshot, plan, 0), failure -> postponed(snapshot, plan, 0, failure));
        } else {
            start(snapshot, plan, 0);
        }
    }

    private void start(ScheduleSnapshot snapshot, OccurrencePlan plan, int index) {
        if (index == plan.starts().size()) {
            listener.evaluated(outcome(plan, index, plan.cursorMillis(), plan.wakeMillis()));
            return;
        }
        long due = plan.starts().get(index);
        then(starter.start(program, spec(), due, previousMillis(snapshot, due)), start -> started(snapshot, plan, index, start),
                failure -> refused(snapshot, plan, index, failure));
    }

    /** Goes on when something is done, on a worker: a store that answers at once must not let the stack grow. */
    private <T> void then(Uni<T> asked, Consumer<T> done, Consumer<Throwable> failed) {
        asked.emitOn(context.threads()::worker).onItemOrFailure().transform((item, failure) -> {
            if (failure == null) {
                done.accept(item);
            } else {
                failed.accept(failure);
            }
            return true;
        }).subscribe().with(any -> {}, listener::failed);
    }

    private OptionalLong previousMillis(ScheduleSnapshot snapshot, long dueMillis) {
        if (spec().rule() instanceof AfterRule) {
            return hasRun() ? OptionalLong.of(state.cursorMillis()) : OptionalLong.empty();
        }
        return spec().rule().previous(dueMillis, snapshot.anchorMillis());
    }

    private void started(ScheduleSnapshot snapshot, OccurrencePlan plan, int index, DurableStartResult start) {
        long due = plan.starts().get(index);
        occurrences.started(state.id(), start.instanceId());
        if (start.created()) {
            reports.started(workflow(), context.time().millis() - snapshot.startMillis(due));
        } else if (spec().overlap() == OverlapPolicy.BUFFER_ONE) {
            // An earlier evaluation has started it: those that are due since then wait for its end.
            listener.evaluated(ScheduleOutcome.of(due, snapshot.nowMillis()));
            return;
        }
        start(snapshot, plan, index + 1);
    }

    private void refused(ScheduleSnapshot snapshot, OccurrencePlan plan, int index, Throwable failure) {
        if (!RequestFailureClassifier.isFinal(failure)) {
            postponed(snapshot, plan, index, failure);
            return;
        }
        long due = plan.starts().get(index);
        reports.refused(workflow(), spec(), due, failure);
        refused++;
        if (spec().rule() instanceof AfterRule after) {
            // No instance will end: the schedule goes on as if one had ended now.
            listener.evaluated(outcome(plan, index + 1, due,
                    snapshot.nowMillis() + Math.max(after.delayMillis(), MIN_REFUSED_MILLIS)));
        } else {
            start(snapshot, plan, index + 1);
        }
    }

    private void postponed(ScheduleSnapshot snapshot, OccurrencePlan plan, int index, Throwable failure) {
        long due = plan.starts().get(index);
        reports.postponed(workflow(), spec(), due, failure);
        long now = context.time().millis();
        long delayMillis = Math.max(MIN_POSTPONED_MILLIS, OccurrencePlanner.pollMillis(snapshot.startMillis(due), now));
        if (spec().rule() instanceof AfterRule && hasRun()) {
            // The wake time may be the due time: another one would give the occurrence another instance.
            listener.deferred(delayMillis);
            return;
        }
        long wakeMillis = now + delayMillis;
        // Occurrences before the first start are decided about once that start is.
        listener.evaluated(index == 0 ? ScheduleOutcome.of(state.cursorMillis(), wakeMillis)
                : outcome(plan, index, plan.starts().get(index - 1), wakeMillis));
    }

    /** @param decided number of starts of the plan that were made or refused */
    private ScheduleOutcome outcome(OccurrencePlan plan, int decided, long cursorMillis, long wakeMillis) {
        return new ScheduleOutcome(cursorMillis, wakeMillis,
                new OccurrenceLossCount(plan.skipped(), plan.missed(), refused), decided - refused);
    }
}
