package dev.cairn.program;

/**
 * A range of operations whose errors one handler takes. Of several guards of an operation the first in the program's
 * list is the innermost.
 *
 * @param from first operation guarded
 * @param to first operation after that is not
 * @param handler operation at which handling begins
 * @param errorRegister value register that gets the error
 * @param undoneAt first operation after the tasks that handle the error, if they are compensation: tasks that run for every error
 *        and raise it again; otherwise -1. Follows from the operations
 * @param errorName name of the variable with the error in the definition, for people
 */
public record ErrorGuardRange(int from, int to, int handler, int errorRegister, int undoneAt, String errorName) {

    /** The {@link #undoneAt} of a guard that undoes nothing. */
    public static final int NO_COMPENSATION = -1;

    /** True if its handler compensates the tasks before the guarded operations. */
    public boolean compensates() {
        return undoneAt != NO_COMPENSATION;
    }

    /** True for the operations of the compensation. */
    public boolean isUndoneBy(int operation) {
        return handler <= operation && operation < undoneAt;
    }
}
