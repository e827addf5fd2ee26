package dev.cairn.engine.observer;

import dev.cairn.api.WorkflowError;

/**
 * Observes one attempt at a call, from its beginning to its end. Belongs to the turns of the instance. Must not throw or block.
 */
public interface CallObserver {

    /** Wants to know nothing. */
    CallObserver NONE = new CallObserver() {};

    /**
     * The attempt has ended. Called once, before the outcome is durable.
     *
     * @param failure the error that the instance sees if the call failed, else null
     */
    default void ended(CallOutcome outcome, WorkflowError failure) {}

    /** Tells another observer something within the span of the attempt, as {@link InstanceObserver#within}. */
    default void within(Runnable telling) {
        telling.run();
    }

    /** The span of the attempt, for the performer of the call. Thread-safe. */
    default CallSpan trace() {
        return CallSpan.NONE;
    }
}
