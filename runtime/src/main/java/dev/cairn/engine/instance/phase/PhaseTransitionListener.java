package dev.cairn.engine.instance.phase;

/** Hears of each transition of an instance in memory, before it happens; for tests. */
@FunctionalInterface
public interface PhaseTransitionListener {

    /** An instance is about to change its phase, or to be refused that. */
    void changes(PhaseSwitch phases, LoadedInstancePhase next);
}
