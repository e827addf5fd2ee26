package dev.cairn.driver;

import java.util.Comparator;
import java.util.List;

import dev.cairn.api.InstanceStatus;
import dev.cairn.executor.Happening;
import dev.cairn.executor.Happening.Ended;
import dev.cairn.executor.LinkedProgram;
import dev.cairn.executor.State;
import dev.cairn.executor.Step;
import dev.cairn.spi.InstanceRow;
import dev.cairn.value.Payload;

/** Reads the wanted effects of a step. */
final class Steps {

    private Steps() {}

    /** True if something is wanted that has this outcome, be it that the instance is suspended meanwhile. */
    static boolean wants(Step step, Happening.OfEffect outcome) {
        for (Step.Effect wanted : step.effects()) {
            if (wanted.id().equals(outcome.effect())) {
                // A deadline may have been lifted since it passed.
                return !(outcome instanceof Happening.TimedOut timedOut)
                        || wanted.deadline() != null && wanted.deadline().deadline() == timedOut.deadline();
            }
        }
        return false;
    }

    /** True if a timer is running; none is while the instance is suspended. */
    static boolean waitsFor(Step step, String timer) {
        return !(step instanceof Step.Halted) && step.effects().stream()
                .anyMatch(effect -> effect instanceof Step.Waiting && effect.id().equals(timer));
    }

    /** True if no pure work is left before the wanted effects complete: a replay comes to the same position. */
    static boolean rests(Step step) {
        return step instanceof Step.Effect || step instanceof Step.Several;
    }

    /** True in the middle of pure work: the wanted effects are not known yet. */
    static boolean isPartWay(Step step) {
        return step instanceof Step.Paused || step instanceof Step.Noted;
    }

    /** The end of an instance at this step, or null if it goes on. */
    static Ended ended(Step step) {
        if (step instanceof Step.Finished finished) {
            return new Ended(InstanceStatus.COMPLETED, Payload.of(finished.output()), null);
        }
        if (step instanceof Step.Faulted faulted) {
            return new Ended(InstanceStatus.FAULTED, null, faulted.told());
        }
        return step instanceof Step.Cancelled cancelled ? new Ended(InstanceStatus.CANCELLED, null, cancelled.failure()) : null;
    }

    /** True if nothing is wanted but waits. */
    static boolean waits(Step step) {
        if (!(step instanceof Step.Several several)) {
            return step instanceof Step.Waiting;
        }
        return several.effects().stream().allMatch(Step.Waiting.class::isInstance);
    }

    /** The phase of an instance that has not ended: it waits if nothing is wanted but timers and events. */
    static InstanceStatus status(Step step) {
        if (step instanceof Step.Halted) {
            return InstanceStatus.SUSPENDED;
        }
        boolean waits = step.effects().stream()
                .allMatch(effect -> effect instanceof Step.Waiting || effect instanceof Step.Listening);
        return waits && !step.effects().isEmpty() ? InstanceStatus.WAITING : InstanceStatus.RUNNING;
    }

    /** When the first of several waits is over, or {@link InstanceRow#NEVER} if anything else is wanted. */
    static long wakeAtMillis(Step step) {
        if (!waits(step)) {
            return InstanceRow.NEVER;
        }
        long first = Long.MAX_VALUE;
        for (Step.Effect effect : step.effects()) {
            first = Math.min(first, ((Step.Waiting) effect).wakeAtMillis());
        }
        return Math.max(1, first);
    }

    /**
     * The due time in the row of an instance that stays in memory. If it waits for events it is stored as running: events find it in
     * the memory of its owner, or of who takes it over. Then its due time says that it waits, and until when.
     */
    static long rowWakeAtMillis(Step step) {
        if (step instanceof Step.Call) {
            return InstanceRow.NEVER;
        }
        if (waits(step) || status(step) != InstanceStatus.WAITING) {
            return wakeAtMillis(step);
        }
        long first = firstWakeAtMillis(step);
        return first == Long.MAX_VALUE ? InstanceRow.NO_DEADLINE : Math.max(1, first);
    }

    /** Time of the first wanted effect that completes by itself, or {@link Long#MAX_VALUE} without one. */
    static long firstWakeAtMillis(Step step) {
        return step.effects().stream().mapToLong(Step.Effect::wakeAtMillis).min().orElse(Long.MAX_VALUE);
    }

    /** The wanted effects in their order, except that overdue ones come first in the order of their times. */
    static List<Step.Effect> overdueFirst(List<Step.Effect> wanted, long nowMillis) {
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
    static List<Step.Effect> givenUpBy(Command command, List<Step.Effect> wanted, LinkedProgram program) {
        return wanted.stream().filter(effect -> command != Command.COMPENSATE
                || !(effect instanceof Step.Call call) || !program.compensates(call.operation())).toList();
    }

    /** True if an instance need not be told any more. */
    static boolean isSo(Command command, Step step, State state) {
        boolean halted = step instanceof Step.Halted;
        return command == Command.SUSPEND ? halted
                : command == Command.RESUME ? !halted : command == Command.COMPENSATE && state.cancelling();
    }
}
