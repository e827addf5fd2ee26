package dev.cairn.driver;

import dev.cairn.program.Operation;

/**
 * Performers of the effects that need no performer of a program: emitted events and runs of workflows. Both start or wake
 * instances, so they are installed after the classes that run instances, before the engine starts.
 */
final class EnginePerformers {

    private Performer events;
    private Performer workflows;

    /**
     * Installs both.
     *
     * @param events publishes emitted events
     * @param workflows runs workflows
     */
    void install(Performer events, Performer workflows) {
        this.events = events;
        this.workflows = workflows;
    }

    /** The performer of an operation that emits or runs a workflow. */
    Performer of(Operation operation) {
        return operation instanceof Operation.Emit ? events : workflows;
    }

    /** Runs workflows. */
    Performer workflows() {
        return workflows;
    }
}
