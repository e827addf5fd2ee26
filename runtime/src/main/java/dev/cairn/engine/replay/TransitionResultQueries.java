package dev.cairn.engine.replay;

import java.util.Comparator;
import java.util.List;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.LinkedProgram;
import dev.cairn.executor.TransitionResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.value.JsonPayload;

/** Reads wanted effects, status and due times from transition results. */
public final class TransitionResultQueries {

    private TransitionResultQueries() {}

    /** True if something is wanted that has this outcome, be it that the instance is suspended meanwhile. */
    public static boolean wants(TransitionResult step, JournalEvent.OfEffect outcome) {
        for (TransitionResult.Effect wanted : step.effects()) {
            if (wanted.id().equals(outcome.effect())) {
                // A deadline may have been lifted since it passed.
                return !(outcome instanceof JournalEvent.TimedOut timedOut)
                        || wanted.deadline() != null && wanted.deadline().deadline() == timedOut.deadline();
            }
        }
        return false;
    }

    /** True if a timer is running; none is while the instance is suspended. */
    public static boolean waitsFor(TransitionResult step, String timer) {
        return !(step instanceof TransitionResult.Halted) && step.effects().stream()
                .anyMatch(effect -> effect instanceof TransitionResult.Waiting && effect.id().equals(timer));
    }

    /** True if no pure work is left before the wanted effects complete: a replay comes to the same position. */
    public static boolean rests(TransitionResult step) {
        return step instanceof TransitionResult.Effect || step instanceof TransitionResult.Several;
    }

    /** True in the middle of pure work: the wanted effects are not known yet. */
    public static boolean isPartWay(TransitionResult step) {
        return step instanceof TransitionResult.Paused || step instanceof TransitionResult.Noted;
    }

    /** The end of an instance at this step, or null if it goes on. */
    public static Ended ended(TransitionResult step) {
        if (step instanceof TransitionResult.Finished finished) {
            return new Ended(InstanceStatus.COMPLETED, JsonPayload.of(finished.output()), null);
        }
        if (step instanceof TransitionResult.Faulted faulted) {
            return new Ended(InstanceStatus.FAULTED, null, faulted.told());
        }
        return step instanceof TransitionResult.Cancelled cancelled
                ? new Ended(InstanceStatus.CANCELLED, null, cancelled.failure())
                : null;
    }

    /** True if nothing is wanted but waits. */
    static boolean waits(TransitionResult step) {
        if (!(step instanceof TransitionResult.Several several)) {
            return step instanceof TransitionResult.Waiting;
        }
        return several.effects().stream().allMatch(TransitionResult.Waiting.class::isInstance);
    }

    /** The phase of an instance that has not ended: it waits if nothing is wanted but timers and events. */
    public static InstanceStatus status(TransitionResult step) {
        if (step instanceof TransitionResult.Halted) {
            return InstanceStatus.SUSPENDED;
        }
        boolean waits = step.effects().stream()
                .allMatch(effect -> effect instanceof TransitionResult.Waiting || effect instanceof TransitionResult.Listening);
        return waits && !step.effects().isEmpty() ? InstanceStatus.WAITING : InstanceStatus.RUNNING;
    }

    /** When the first of several waits is over, or {@link InstanceRow#NEVER} if anything else is wanted. */
    public static long wakeAtMillis(TransitionResult step) {
        if (!waits(step)) {
            return InstanceRow.NEVER;
        }
        long first = Long.MAX_VALUE;
        for (TransitionResult.Effect effect : step.effects()) {
            first = Math.min(first, ((TransitionResult.Waiting) effect).wakeAtMillis());
        }
        return Math.max(1, first);
    }

    /**
     * The due time in the row of an instance that stays in memory. If it waits for events it is stored as running: events find it in
     * the memory of its owner, or of who takes it over. Then its due time says that it waits, and until when.
     */
    public static long rowWakeAtMillis(TransitionResult step) {
        if (step instanceof TransitionResult.Call) {
            return InstanceRow.NEVER;
        }
        if (waits(step) || status(step) != InstanceStatus.WAITING) {
            return wakeAtMillis(step);
        }
        long first = firstWakeAtMillis(step);
        return first == Long.MAX_VALUE ? InstanceRow.NO_DEADLINE : Math.max(1, first);
    }

    /** Time of the first wanted effect that completes by itself, or {@link Long#MAX_VALUE} without one. */
    public static long firstWakeAtMillis(TransitionResult step) {
        return step.effects().stream().mapToLong(TransitionResult.Effect::wakeAtMillis).min().orElse(Long.MAX_VALUE);
    }

    /** The wanted effects in their order, except that overdue ones come first in the order of their times. */
    public static List<TransitionResult.Effect> overdueFirst(List<TransitionResult.Effect> wanted, long nowMillis) {
        if (wanted.size() < 2 || wanted.stream().noneMatch(effect -> effect.wakeAtMillis() <= nowMillis)) {
            return wanted;
        }
        return wanted.stream().sorted(Comparator.comparingLong(effect -> Math.min(effect.wakeAtMillis(), nowMillis + 1)))
                .toList();
    }

    /**
     * The effects that a command to end the instance gives up. A command that compensates keeps the effects that compensations
     * already want.
     */
    public static List<TransitionResult.Effect> givenUpBy(OperatorCommandKind command, List<TransitionResult.Effect> wanted,
            LinkedProgram program) {
        return wanted.stream().filter(effect -> command != OperatorCommandKind.COMPENSATE
                || !(effect instanceof TransitionResult.Call call) || !program.compensates(call.operation())).toList();
    }

    /** True if an instance need not be told any more. */
    public static boolean isSo(OperatorCommandKind command, TransitionResult step, InstanceState state) {
        boolean halted = step instanceof TransitionResult.Halted;
        return command == OperatorCommandKind.SUSPEND ? halted
                : command == OperatorCommandKind.RESUME ? !halted
                        : command == OperatorCommandKind.COMPENSATE && state.cancelling();
    }
}
