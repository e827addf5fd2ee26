package dev.cairn.executor;

import dev.cairn.api.WorkflowError;

/**
 * Observes how one instance goes from operation to operation of its program; collectors derive the changes of tasks from it.
 * Belongs to the state of one instance.
 */
interface OperationObserver {

    /** Origin of an instance that has just begun, and destination of an instance that ends. */
    int OUTSIDE = -1;

    /**
     * One operation is done and another comes next. The state is that after the first and before the second operation; a trace may
     * change it deliberately.
     *
     * @param from the operation that is done, or {@link #OUTSIDE}
     * @param to the next operation, or {@link #OUTSIDE}
     * @param error the error that leads there, or null
     */
    void moves(int from, int to, WorkflowError error);

    /** An operation wants an effect, and nothing goes on before that has an outcome. */
    default void wants(int operation) {}

    /**
     * Branches of a fork are abandoned with their work unfinished.
     *
     * @param from their first operation
     * @param to the first operation after them
     */
    void abandons(int from, int to);

    /**
     * A faulted instance goes on.
     *
     * @param to the operation that comes next: the first of the task that failed, or one of a task around others
     */
    void retries(int to);

    /** The instance is suspended. */
    default void suspends() {}

    /** A suspended instance goes on. */
    default void resumes() {}

    /** True if the instance is to rest before an operation, so that watchers can handle the recorded changes. */
    default boolean restsBefore(int operation) {
        return false;
    }
}
