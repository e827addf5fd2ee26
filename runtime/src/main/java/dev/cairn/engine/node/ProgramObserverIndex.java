package dev.cairn.engine.node;

import java.util.IdentityHashMap;
import java.util.Map;

import dev.cairn.engine.observer.EngineObserver;
import dev.cairn.engine.observer.ProgramInstancesObserver;
import dev.cairn.program.Program;

/** The observer of the engine, and those it has for programs. Immutable. */
public final class ProgramObserverIndex {

    private final EngineObserver engine;
    private final ProgramRegistry programs;
    /** Empty without an observer. */
    private final Map<Program, ProgramInstancesObserver> byProgram = new IdentityHashMap<>();

    ProgramObserverIndex(EngineObserver engine, ProgramRegistry programs) {
        this.engine = engine;
        this.programs = programs;
        if (engine != EngineObserver.NONE) {
            programs.all().forEach(installed -> byProgram.put(installed.program(), engine.program(installed.program())));
        }
    }

    /** Observes events that concern no program. */
    public EngineObserver engine() {
        return engine;
    }

    /** The observer of a program; an observer that ignores everything if the program is not installed. */
    public ProgramInstancesObserver of(Program program) {
        return byProgram.isEmpty() ? ProgramInstancesObserver.NONE
                : byProgram.getOrDefault(program, ProgramInstancesObserver.NONE);
    }

    /** As {@link #of(Program)}, by name: for rare events. */
    public ProgramInstancesObserver of(String workflow, String version) {
        InstalledProgram installed = byProgram.isEmpty() ? null : programs.exactly(workflow, version);
        return installed == null ? ProgramInstancesObserver.NONE : of(installed.program());
    }
}
