package dev.cairn.executor;

import dev.cairn.api.WorkflowError;
import dev.cairn.executor.Happening.Cancelling;
import dev.cairn.program.Guard;

/**
 * The state of an instance that is being cancelled and undoes its work. Each position of the instance is treated as if its work
 * had failed, but only guards with compensation handle that: the innermost first, until none is left. A compensation that is
 * under way goes on. Errors inside of a compensation are handled as in any other work.
 */
final class Cancellation {

    /** Type of the error that compensations see. */
    static final String TYPE = "urn:cairn:error:cancelled";

    private static final ErrorSignal SIGNAL = new ErrorSignal(new WorkflowError(TYPE, 500, "Cancelled",
            "The instance is cancelled, and what it did is undone", null));

    private WorkflowError failure;
    private boolean over;

    private Cancellation() {}

    /** Begins it. */
    static Step take(State state, Cancelling happening, int budget, boolean last) {
        if (state.suspended() || state.cancelling() || state.effects().isEmpty()) {
            throw new DivergenceException("an instance that wants something and is not being cancelled", happening);
        }
        state.cancellation(new Cancellation());
        int next = state.branches() != null ? state.branches().interrupt(state) : interrupt(state, state.wanted());
        return Executor.run(state, next, budget, last);
    }

    /**
     * Leaves the operation that wants an effect, unless that is a compensation: then the effect goes on, without the deadlines
     * around.
     *
     * @return the next operation, as a handler returns it
     */
    static int interrupt(State state, Step.Effect wanted) {
        Guard undone = state.program().undoneBy(state.operation());
        if (undone == null) {
            state.noneWanted();
            return Executor.raise(state, state.operation(), SIGNAL);
        }
        state.program().liftDeadlines(undone.handler(), state);
        return state.want(wanted.until(state.deadline()));
    }

    /** The guard that handles an error at an operation, or null. */
    static Guard guard(State state, int operation) {
        Guard guard = state.program().guard(operation);
        if (!state.cancelling() || isInside(state, operation, guard)) {
            return guard;
        }
        return state.program().compensation(operation);
    }

    private static boolean isInside(State state, int operation, Guard guard) {
        Guard undone = state.program().undoneBy(operation);
        return undone != null && guard != null && undone.isUndoneBy(guard.from());
    }

    /** True if each branch of a fork undoes its work before the fork is left. */
    static boolean undoesBranches(State state, int forkOperation) {
        return state.cancelling() && !state.program().compensates(forkOperation);
    }

    /** An error leads out of a branch, or to a guard; or nowhere, if that is null. */
    void leaves(State state, int operation, Guard guard, WorkflowError error) {
        if (!isCancelled(error) && failure == null && !isInside(state, operation, guard)) {
            failure = error;
        }
        if (guard != null && !isInside(state, operation, guard)) {
            state.program().liftDeadlines(guard.handler(), state);
        }
    }

    /** True for the error that compensations see if nothing went wrong. */
    static boolean isCancelled(WorkflowError error) {
        return error.type().equals(TYPE);
    }

    /** Nothing is left to be undone. */
    void end() {
        over = true;
    }

    boolean over() {
        return over;
    }

    /** The first error of a compensation, or of work that failed before the instance was cancelled; null without one. */
    WorkflowError failure() {
        return failure;
    }
}
