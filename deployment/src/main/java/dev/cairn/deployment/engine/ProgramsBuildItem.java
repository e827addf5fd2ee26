package dev.cairn.deployment.engine;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import dev.cairn.program.Program;
import io.quarkus.builder.item.SimpleBuildItem;

/**
 * The programs of the application. It exists only if there was no error in any definition or function.
 */
final class ProgramsBuildItem extends SimpleBuildItem {

    private final List<Program> programs;

    ProgramsBuildItem(List<Program> programs) {
        this.programs = List.copyOf(programs);
    }

    List<Program> programs() {
        return programs;
    }

    /** Keys of all functions that programs call, in a stable order. */
    Set<String> functions() {
        Set<String> keys = new TreeSet<>();
        programs.forEach(program -> keys.addAll(program.functions()));
        return keys;
    }
}
