package dev.cairn.driver;

import java.util.IdentityHashMap;
import java.util.Map;

import dev.cairn.program.Program;

/** The observer of the engine, and those it has for programs. Immutable. */
final class ProgramObservers {

    private final EngineObserver engine;
    private final Programs programs;
    /** Empty without an observer. */
    private final Map<Program, ProgramObserver> byProgram = new IdentityHashMap<>();

    ProgramObservers(EngineObserver engine, Programs programs) {
        this.engine = engine;
        this.programs = programs;
        if (engine != EngineObserver.NONE) {
            programs.all().forEach(installed -> byProgram.put(installed.program(), engine.program(installed.program())));
        }
    }

    /** Observes events that concern no program. */
    EngineObserver engine() {
        return engine;
    }

    /** The observer of a program; an observer that ignores everything if the program is not installed. */
    ProgramObserver of(Program program) {
        return byProgram.isEmpty() ? ProgramObserver.NONE : byProgram.getOrDefault(program, ProgramObserver.NONE);
    }

    /** As {@link #of(Program)}, by name: for rare events. */
    ProgramObserver of(String workflow, String version) {
        InstalledProgram installed = byProgram.isEmpty() ? null : programs.exactly(workflow, version);
        return installed == null ? ProgramObserver.NONE : of(installed.program());
    }
}
