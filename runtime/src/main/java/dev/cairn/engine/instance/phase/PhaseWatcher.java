package dev.cairn.engine.instance.phase;

/** Sees the transitions of instances, for tests. */
@FunctionalInterface
public interface PhaseWatcher {

    /** An instance is about to change its phase, or to be refused that. */
    void changes(PhaseSwitch phases, ActorPhase next);
}
