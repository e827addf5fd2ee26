package dev.cairn.engine.instance;

import java.util.List;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.InstanceView;
import dev.cairn.api.SearchKeys;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.observer.InstanceObserver;
import dev.cairn.engine.option.ScheduleRowMarkers;
import dev.cairn.engine.replay.TransitionResultQueries;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.RetryDecisionNotice;
import dev.cairn.executor.TraceContext;
import dev.cairn.executor.TransitionResult;
import dev.cairn.program.Program;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;

/** Tracks the row of an instance in memory, and gives its public view. Changed in its turns; read by any thread. */
final class InstanceRowTracker {

    private final NodeContext context;
    private final LifecycleNotifier lifecycle;
    private final Program program;
    private final InstanceState state;
    private final InstanceObserver observer;
    /** The row at the time the instance came into memory: its constant columns are taken from there. */
    private final InstanceRow origin;
    /** Null until the end is durable; set before the status, so that readers of an ended status find the output. */
    private volatile Ended durableEnd;
    private volatile InstanceStatus status;
    private volatile long updatedAtMillis;
    /** The place in a trace that the journal has. */
    private TraceContext journaledMark;
    private volatile long wakeAtMillis;
    /** The result that the row being written stands for, or null. */
    private TransitionResult writtenResult;
    private long writtenWakeAtMillis;

    /** @param origin pending if the instance is new */
    InstanceRowTracker(InstanceDependencies dependencies, InstanceState state, InstanceRow origin) {
        this.context = dependencies.context();
        this.lifecycle = dependencies.lifecycle();
        this.state = state;
        this.program = state.program().program();
        this.origin = origin;
        this.status = origin.status();
        this.updatedAtMillis = origin.updatedAtMillis();
        this.journaledMark = arePending() ? null : state.traceMark();
        this.observer = context.observers().of(program).instance(origin.id(), !arePending(), state);
        this.wakeAtMillis = origin.wakeAtMillis();
    }

    /**
     * The row to be written next.
     *
     * @param ended its end, or null
     * @param leaving true if the instance has no owner from then on; an ended one never has
     */
    InstanceRow next(TransitionResult step, Ended ended, boolean leaving, long now) {
        if (ended != null) {
            InstanceRow row = row(ended.status(), InstanceRow.NEVER, null,
                    ScheduleRowMarkers.keepUntilMillis(origin.keys(),
                            context.options().keepUntilMillis(program, ended.status(), now), now),
                    now);
            return ended.error() == null ? row : row.withErrorType(ended.error().type());
        }
        // An instance that listens in memory is stored as running: see TransitionResultQueries.rowWakeAtMillis.
        InstanceStatus next = InstanceEventReceiver.isListening(step) && !leaving ? InstanceStatus.RUNNING
                : TransitionResultQueries.status(step);
        writtenResult = step;
        writtenWakeAtMillis = TransitionResultQueries.rowWakeAtMillis(step);
        return row(next, writtenWakeAtMillis, leaving ? null : context.nodeId(), InstanceRow.NEVER, now);
    }

    private InstanceRow row(InstanceStatus status, long wakeAtMillis, String owner, long keepUntilMillis, long now) {
        return new InstanceRow(origin.id(), program.workflow(), program.version(), status, origin.createdAtMillis(), now,
                wakeAtMillis, owner, keepUntilMillis, origin.keys());
    }

    /** The place in a trace for the next write, or null if the journal has it. */
    TraceContext newMark() {
        if (!context.journal().annotates()) {
            return null;
        }
        TraceContext mark = state.traceMark();
        boolean isNew = mark != journaledMark;
        journaledMark = mark;
        return isNew ? mark : null;
    }

    /** The id of the instance. */
    String id() {
        return origin.id();
    }

    SearchKeys keys() {
        return origin.keys();
    }

    /** True if the instance was suspended or parked when it came into memory. */
    boolean wasSuspended() {
        return origin.phase() == InstanceStatus.SUSPENDED;
    }

    /** True if the instance waited outside of memory when it came into memory. */
    boolean waitedOutside() {
        return origin.status() == InstanceStatus.WAITING;
    }

    /** When its last entry was written. */
    long updatedAtMillis() {
        return updatedAtMillis;
    }

    /** Observes the instance. */
    InstanceObserver observer() {
        return observer;
    }

    /**
     * True if the phase in the store differs from the phase of the current step, which the instance has reached without an
     * entry to write: it was parked, or an earlier version of Cairn wrote its row. This happens at most once, after it came
     * into memory.
     */
    boolean mislead(TransitionResult step) {
        return context.keepsState() && (wakeAtMillis == InstanceRow.PARKED && !TransitionResultQueries.isPartWay(step)
                || TransitionResultQueries.rests(step) && InstanceEventReceiver.isListening(step)
                        && wakeAtMillis != TransitionResultQueries.rowWakeAtMillis(step));
    }

    /** The write that parks the instance; null if nothing of it is in the store. */
    InstanceWrite parking(InstanceWriter writes) {
        if (!context.keepsState() || writes.position() == 0) {
            return null;
        }
        InstanceRow row = row(InstanceStatus.RUNNING, InstanceRow.NEVER, context.nodeId(), InstanceRow.NEVER, updatedAtMillis);
        return ParkedRowWriter.parking(row, writes.epoch(), writes.position());
    }

    /** True until the start is durable. */
    private boolean arePending() {
        return status == InstanceStatus.PENDING;
    }

    /**
     * The write is durable: the instance has come to a step, and observers are notified.
     *
     * @param ended its end, or null
     * @param position number of entries of its journal
     * @return true if its start is durable with this: a caller that learns of the start sees the current phase
     */
    boolean became(TransitionResult step, Ended ended, long position, long now) {
        // An instance that comes into memory reaches its step without a write, which is no change. A store that keeps nothing
        // gets no writes.
        if (writtenResult != null || ended != null || !context.keepsState()) {
            updatedAtMillis = now;
        }
        wakeAtMillis = ended != null ? InstanceRow.NEVER
                : step == writtenResult ? writtenWakeAtMillis : TransitionResultQueries.rowWakeAtMillis(step);
        writtenResult = null;
        boolean wasPending = arePending();
        InstanceStatus next = ended != null ? ended.status() : TransitionResultQueries.status(step);
        List<RetryDecisionNotice> notes = state.takeRetryNotes();
        if (ended != null || !notes.isEmpty()) {
            context.faults().became(origin, step, next == status ? null : ended, notes, state.traceMark());
            notes.forEach(observer::retried);
        }
        if (next != status) {
            observer.became(status, next, ended, now - origin.createdAtMillis());
        }
        if (observer != InstanceObserver.NONE && ended == null && rests(step, next, now)) {
            observer.rests(next);
        }
        InstanceStatus before = status;
        durableEnd = ended;
        status = next;
        lifecycle.became(origin, before, next, ended, now, state.changes(), position);
        return wasPending;
    }

    private boolean rests(TransitionResult step, InstanceStatus status, long now) {
        return status == InstanceStatus.SUSPENDED || status == InstanceStatus.WAITING
                && TransitionResultQueries.firstWakeAtMillis(step) - now > context.options().memory().waitMillis();
    }

    /** The view that applications get. */
    InstanceView view() {
        // Before the end, which is there if the status says so.
        InstanceStatus seen = status;
        long wakes = seen == InstanceStatus.WAITING ? wakeAtMillis : InstanceRow.NEVER;
        InstanceRow row = new InstanceRow(origin.id(), origin.workflow(), origin.version(), seen, origin.createdAtMillis(),
                updatedAtMillis, wakes, null, InstanceRow.NEVER, origin.keys());
        return InstanceViewMapper.of(row, seen.ended() ? durableEnd : null, state.traceMark());
    }
}
