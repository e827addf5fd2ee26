package dev.cairn.executor;

import dev.cairn.executor.JournalEvent.Cancelling;
import dev.cairn.executor.JournalEvent.OfOperator;
import dev.cairn.executor.JournalEvent.Resumed;
import dev.cairn.executor.JournalEvent.Retried;
import dev.cairn.executor.JournalEvent.Suspended;
import dev.cairn.program.ErrorGuardRange;

/**
 * Applies the commands of operators to the state of an instance. As pure as the rest: a suspended instance computes nothing.
 */
final class OperatorCommandApplier {

    private OperatorCommandApplier() {}

    static TransitionResult take(InstanceState state, OfOperator happening, int budget, boolean last) {
        if (happening instanceof Suspended) {
            return suspend(state, happening);
        }
        if (happening instanceof Resumed) {
            return resume(state, happening, budget, last);
        }
        if (happening instanceof Cancelling cancelling) {
            return cancel(state, cancelling, budget, last);
        }
        return retry(state, (Retried) happening, budget, last);
    }

    /** Suspends at the current position; {@code next} is the operation that follows. */
    static TransitionResult halt(InstanceState state, int next) {
        if (state.branches() != null) {
            state.branches().suspend(state, next);
        } else if (next >= 0) {
            state.operation(next);
        }
        return new TransitionResult.Halted(state.effects());
    }

    private static TransitionResult suspend(InstanceState state, Object happening) {
        // It may have faulted already: a replay comes to the end of pure work in the middle of which it was suspended.
        if (state.suspended()) {
            throw new JournalMismatchException("an instance that runs", happening);
        }
        state.suspended(true);
        if (state.branches() != null) {
            state.branches().setAside(state);
        }
        if (state.trace() != null) {
            state.trace().suspends();
        }
        return new TransitionResult.Halted(state.effects());
    }

    private static TransitionResult resume(InstanceState state, Object happening, int budget, boolean last) {
        if (!state.suspended()) {
            throw new JournalMismatchException("a suspended instance", happening);
        }
        state.suspended(false);
        if (state.trace() != null) {
            state.trace().resumes();
        }
        if (state.fault() != null) {
            return ProgramExecutor.end(state, ProgramExecutor.FAULTED);
        }
        if (state.cancelling() && state.cancellation().over()) {
            return ProgramExecutor.end(state, ProgramExecutor.CANCELLED);
        }
        return ProgramExecutor.run(state, next(state), budget, last);
    }

    private static TransitionResult cancel(InstanceState state, Cancelling happening, int budget, boolean last) {
        if (state.suspended() || state.cancelling() || state.effects().isEmpty()) {
            throw new JournalMismatchException("an instance that wants something and is not being cancelled", happening);
        }
        state.cancellation(new CancellationState(state.program().guards()));
        int next = state.branches() != null ? state.branches().interrupt(state, wanted -> leave(state, wanted))
                : leave(state, state.wanted());
        return ProgramExecutor.run(state, next, budget, last);
    }

    /**
     * Leaves the operation that wants an effect, unless that is a compensation: then the effect goes on, without the deadlines
     * around.
     *
     * @return the next operation, as a handler returns it
     */
    private static int leave(InstanceState state, TransitionResult.Effect wanted) {
        ErrorGuardRange undone = state.program().guards().undoneBy(state.operation());
        if (undone == null) {
            state.noneWanted();
            return ProgramExecutor.raise(state, state.operation(), CancellationState.SIGNAL);
        }
        state.program().liftDeadlines(undone.handler(), state);
        return state.want(wanted.until(state.deadline()));
    }

    /** The operation at which a suspended instance goes on. */
    static int next(InstanceState state) {
        if (state.branches() != null) {
            return state.branches().running() ? state.operation() : state.branches().next(state);
        }
        return state.wanted() != null ? OperationHandler.WANTS : state.operation();
    }

    /**
     * Goes on at the task that failed. A task without inner tasks begins anew, with its original input. The work that a task
     * does around its inner tasks is repeated from the failed operation, so that no inner task is repeated. A passed deadline
     * is lifted: the task under way begins anew without it, unless the deadline is its own. An instance that was stopped in the
     * middle of pure work goes on there.
     */
    private static TransitionResult retry(InstanceState state, Retried happening, int budget, boolean last) {
        if (state.suspended()) {
            state.shiftDeadlines(happening.stoodMillis());
            return resume(state, happening, budget, last);
        }
        if (state.fault() == null) {
            throw new JournalMismatchException("an instance that faulted", happening);
        }
        state.fault(null);
        state.countRetry();
        if (state.passedDeadline() >= 0) {
            state.number(state.program().program().deadlines().get(state.passedDeadline()).register(), InstanceState.LIFTED);
        }
        state.shiftDeadlines(happening.stoodMillis());
        if (state.branches() != null) {
            state.branches().retry(state);
        }
        int from = state.failedAt();
        ProgramTaskTree tree = state.program().tree();
        if (tree.task(from) == tree.task(state.leafStart()) && state.leafInput() != null) {
            from = state.leafStart();
            state.value(state.leafInput());
        }
        if (state.trace() != null) {
            state.trace().retries(from);
        }
        return ProgramExecutor.run(state, from, budget, last);
    }
}
