package dev.cairn.executor;

import dev.cairn.api.WorkflowError;

/** An observer that forwards every notification to the observer before it, if there is one. */
abstract class ForwardingOperationObserver implements OperationObserver {

    /** Null if this is the first. */
    private final OperationObserver earlier;

    ForwardingOperationObserver(OperationObserver earlier) {
        this.earlier = earlier;
    }

    /** Tells the earlier one first. */
    @Override
    public void moves(int from, int to, WorkflowError error) {
        if (earlier != null) {
            earlier.moves(from, to, error);
        }
    }

    @Override
    public void wants(int operation) {
        if (earlier != null) {
            earlier.wants(operation);
        }
    }

    @Override
    public void abandons(int from, int to) {
        if (earlier != null) {
            earlier.abandons(from, to);
        }
    }

    @Override
    public void retries(int to) {
        if (earlier != null) {
            earlier.retries(to);
        }
    }

    @Override
    public void suspends() {
        if (earlier != null) {
            earlier.suspends();
        }
    }

    @Override
    public void resumes() {
        if (earlier != null) {
            earlier.resumes();
        }
    }

    @Override
    public boolean restsBefore(int operation) {
        return earlier != null && earlier.restsBefore(operation);
    }
}
