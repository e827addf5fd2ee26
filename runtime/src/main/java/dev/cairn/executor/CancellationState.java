package dev.cairn.executor;

import dev.cairn.api.WorkflowError;
import dev.cairn.program.ErrorGuardRange;

/**
 * The state of an instance that is being cancelled and undoes its work. Each position of the instance is treated as if its work
 * had failed, but only guards with compensation handle that: the innermost first, until none is left. A compensation that is
 * under way goes on. Errors inside of a compensation are handled as in any other work.
 */
final class CancellationState {

    /** Type of the error that compensations see. */
    static final String TYPE = "urn:cairn:error:cancelled";

    /** The error that each position of the instance fails with. */
    static final ErrorSignal SIGNAL = new ErrorSignal(new WorkflowError(TYPE, 500, "Cancelled",
            "The instance is cancelled, and what it did is undone", null));

    private final ErrorGuardTable guards;
    private WorkflowError failure;
    private boolean over;

    CancellationState(ErrorGuardTable guards) {
        this.guards = guards;
    }

    /** The guard that handles an error at an operation, or null. */
    ErrorGuardRange guard(int operation) {
        ErrorGuardRange guard = guards.innermost(operation);
        return isInside(operation, guard) ? guard : guards.compensation(operation);
    }

    /** True if a guard lies in the compensation that an operation belongs to. */
    boolean isInside(int operation, ErrorGuardRange guard) {
        ErrorGuardRange undone = guards.undoneBy(operation);
        return undone != null && guard != null && undone.isUndoneBy(guard.from());
    }

    /** An error leads out of a branch, or to a guard; or nowhere, if that is null. */
    void leaves(int operation, ErrorGuardRange guard, WorkflowError error) {
        if (!isCancelled(error) && failure == null && !isInside(operation, guard)) {
            failure = error;
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
