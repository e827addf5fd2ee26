package dev.cairn.executor;

import dev.cairn.api.WorkflowError;

/** A trace that follows another one, which receives everything as well. */
abstract class LaterTrace implements Trace {

    /** Null if this is the first. */
    private final Trace earlier;

    LaterTrace(Trace earlier) {
        this.earlier = earlier;
    }

    /** Tells the earlier one first. */
    @Override
    public void moves(State state, int from, int to, WorkflowError error) {
        if (earlier != null) {
            earlier.moves(state, from, to, error);
        }
    }

    @Override
    public void wants(State state, int operation) {
        if (earlier != null) {
            earlier.wants(state, operation);
        }
    }

    @Override
    public void abandons(State state, int from, int to) {
        if (earlier != null) {
            earlier.abandons(state, from, to);
        }
    }

    @Override
    public void retries(State state, int to) {
        if (earlier != null) {
            earlier.retries(state, to);
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
