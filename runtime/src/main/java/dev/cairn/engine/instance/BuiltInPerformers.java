package dev.cairn.engine.instance;

import dev.cairn.engine.port.EffectPerformer;
import dev.cairn.program.Operation;

/**
 * Performers of the effects that need no performer of a program: emitted events and runs of workflows. Both start or wake
 * instances, so they are installed after the classes that run instances, before the engine starts.
 */
public final class BuiltInPerformers {

    private EffectPerformer events;
    private EffectPerformer workflows;

    /**
     * Installs both.
     *
     * @param events publishes emitted events
     * @param workflows runs workflows
     */
    public void install(EffectPerformer events, EffectPerformer workflows) {
        this.events = events;
        this.workflows = workflows;
    }

    /** The performer of an operation that emits or runs a workflow. */
    EffectPerformer of(Operation operation) {
        return operation instanceof Operation.Emit ? events : workflows;
    }

    /** Runs workflows. */
    public EffectPerformer workflows() {
        return workflows;
    }
}
