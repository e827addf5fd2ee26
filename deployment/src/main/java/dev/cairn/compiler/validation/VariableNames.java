package dev.cairn.compiler.validation;

import java.util.HashSet;
import java.util.Set;

/**
 * The variables that loops and handlers define around a place, without {@code $}. Immutable.
 *
 * @param variables their names
 */
record VariableNames(Set<String> variables) {

    static final VariableNames OUTERMOST = new VariableNames(Set.of());

    VariableNames with(String variable) {
        Set<String> more = new HashSet<>(variables);
        more.add(variable);
        return new VariableNames(Set.copyOf(more));
    }

    boolean has(String variable) {
        return variables.contains(variable);
    }
}
