package dev.cairn.engine.schedule;

import java.util.OptionalLong;
import java.util.function.Consumer;

import dev.cairn.api.OverlapPolicy;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.schedule.OccurrenceRuns.OccurrenceRun;
import dev.cairn.schedule.AfterRule;
import dev.cairn.schedule.ScheduleSpec;
import dev.cairn.spi.InstanceRow;
import io.smallrye.mutiny.Uni;

/**
 * One look at a schedule: asks for what the decision depends on, has the {@linkplain OccurrencePlanner planner} decide, starts the
 * occurrences one after another, and hands over the state. A look that comes a little early waits for the due time.
 */
final class ScheduleLook {

    /** Schedules are claimed this long before they are due, or less. */
    private static final long MAX_AHEAD_MILLIS = 150;
    /** Minimum delay of {@code after} behind an occurrence that was refused for good. */
    private static final long MIN_REFUSED_MILLIS = 60_000;

    private final NodeContext context;
    private final OccurrenceRuns runs;
    private final OccurrenceStarter starter;
    private final ScheduleReports reports;
    private final InstalledProgram program;
    private final String id;
    private final ScheduleEntry specified;
    private final ScheduleTurn turn;
    private final long cursorMillis;
    private final long wakeMillis;

    ScheduleLook(SchedulePorts ports, InstalledProgram program, String id, ScheduleEntry specified, long cursorMillis,
            long wakeMillis, ScheduleTurn turn) {
        this.context = ports.context();
        this.runs = ports.runs();
        this.starter = ports.starter();
        this.reports = ports.reports();
        this.program = program;
        this.id = id;
        this.specified = specified;
        this.cursorMillis = cursorMillis;
        this.wakeMillis = wakeMillis;
        this.turn = turn;
    }

    private ScheduleSpec spec() {
        return specified.spec();
    }

    private String workflow() {
        return program.program().workflow();
    }

    /** Begins; the turn hears of the end. */
    void begin() {
        Uni.createFrom().deferred(this::moment).invoke(this::act).subscribe().with(any -> {}, turn::failed);
    }

    private Uni<ScheduleMoment> moment() {
        if (spec().rule() instanceof AfterRule after) {
            return afterMoment(after);
        }
        ScheduleMoment free = moment(specified.anchorMillis(), false);
        if (!free.isDue() || spec().overlap() == OverlapPolicy.ALLOW) {
            return Uni.createFrom().item(free);
        }
        return runs.isBusy(id, workflow()).map(busy -> moment(specified.anchorMillis(), busy));
    }

    private Uni<ScheduleMoment> afterMoment(AfterRule after) {
        if (!hasRun()) {
            return Uni.createFrom().item(moment(specified.anchorMillis() - after.delayMillis(), false));
        }
        return runs.run(OccurrenceStarter.instanceId(workflow(), spec().name(), cursorMillis))
                .map(run -> moment(endMillis(run, after), run.running()));
    }

    /**
     * The time that the rule counts from: the end of the last instance. If nothing knows that instance any more, the wake time is the
     * due time. The next due time is later than the cursor, also if the instance took no time or ended by a clock that was set back.
     */
    private long endMillis(OccurrenceRun run, AfterRule after) {
        long dueMillis = run.endedAtMillis().isPresent() ? run.endedAtMillis().getAsLong() + after.delayMillis() : wakeMillis;
        return Math.max(dueMillis, cursorMillis + 1) - after.delayMillis();
    }

    /** False for {@code after} before its first occurrence. */
    private boolean hasRun() {
        return cursorMillis >= specified.anchorMillis();
    }

    private ScheduleMoment moment(long anchorMillis, boolean busy) {
        return new ScheduleMoment(id, spec(), anchorMillis, cursorMillis, context.time().millis(), busy);
    }

    private void act(ScheduleMoment moment) {
        OccurrencePlan plan = OccurrencePlanner.plan(moment);
        long aheadMillis = plan.wakeMillis() - moment.nowMillis();
        if (plan.cursorMillis() == cursorMillis && plan.starts().isEmpty() && plan.wakeMillis() != InstanceRow.NEVER
                && aheadMillis <= MAX_AHEAD_MILLIS) {
            context.wallTimers().at(plan.wakeMillis(), () -> context.threads().worker(this::begin));
            return;
        }
        if (moment.busy() && spec().overlap() == OverlapPolicy.CANCEL_OTHER && !plan.starts().isEmpty()) {
            long due = plan.starts().get(0);
            then(runs.cancel(id, workflow(), OccurrenceStarter.instanceId(workflow(), spec().name(), due)),
                    any -> start(moment, plan, 0), failure -> postponed(moment, plan, 0, failure));
        } else {
            start(moment, plan, 0);
        }
    }

    private void start(ScheduleMoment moment, OccurrencePlan plan, int index) {
        if (index == plan.starts().size()) {
            reports.dropped(workflow(), spec(), plan);
            turn.end(plan.cursorMillis(), plan.wakeMillis());
            return;
        }
        long due = plan.starts().get(index);
        then(starter.start(program, spec(), due, previousMillis(moment, due)), start -> started(moment, plan, index, start),
                failure -> refused(moment, plan, index, failure));
    }

    /** Goes on when something is done, on a worker: a store that answers at once must not let the stack grow. */
    private <T> void then(Uni<T> asked, Consumer<T> done, Consumer<Throwable> failed) {
        asked.emitOn(context.threads()::worker).onItemOrFailure().transform((item, failure) -> {
            if (failure == null) {
                done.accept(item);
            } else {
                failed.accept(failure);
            }
            return id;
        }).subscribe().with(any -> {}, turn::failed);
    }

    private OptionalLong previousMillis(ScheduleMoment moment, long dueMillis) {
        if (spec().rule() instanceof AfterRule) {
            return hasRun() ? OptionalLong.of(cursorMillis) : OptionalLong.empty();
        }
        return spec().rule().previous(dueMillis, moment.anchorMillis());
    }

    private void started(ScheduleMoment moment, OccurrencePlan plan, int index, DurableStartResult start) {
        long due = plan.starts().get(index);
        runs.started(id, start.instanceId());
        if (start.created()) {
            reports.started(workflow(), context.time().millis() - moment.startMillis(due));
        } else if (spec().overlap() == OverlapPolicy.BUFFER_ONE) {
            // An earlier look has started it: those that are due since then wait for its end.
            turn.end(due, moment.nowMillis());
            return;
        }
        start(moment, plan, index + 1);
    }

    private void refused(ScheduleMoment moment, OccurrencePlan plan, int index, Throwable failure) {
        if (OccurrenceStarter.mayPass(failure)) {
            postponed(moment, plan, index, failure);
            return;
        }
        long due = plan.starts().get(index);
        reports.refused(workflow(), spec(), due, failure);
        if (spec().rule() instanceof AfterRule after) {
            // No instance will end: the schedule goes on as if one had ended now.
            turn.end(due, moment.nowMillis() + Math.max(after.delayMillis(), MIN_REFUSED_MILLIS));
        } else {
            start(moment, plan, index + 1);
        }
    }

    private void postponed(ScheduleMoment moment, OccurrencePlan plan, int index, Throwable failure) {
        long due = plan.starts().get(index);
        reports.postponed(workflow(), spec(), due, failure);
        long now = context.time().millis();
        turn.end(index == 0 ? cursorMillis : plan.starts().get(index - 1),
                now + OccurrencePlanner.pollMillis(moment.startMillis(due), now));
    }
}
