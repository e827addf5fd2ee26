package dev.cairn.compiler.validation;

import java.util.HashSet;
import java.util.Set;

/**
 * The names of the variables that enclosing loops and handlers define, without {@code $}. Immutable.
 *
 * @param variables their names
 */
record VariableNameScope(Set<String> variables) {

    static final VariableNameScope OUTERMOST = new VariableNameScope(Set.of());

    VariableNameScope with(String variable) {
        Set<String> more = new HashSet<>(variables);
        more.add(variable);
        return new VariableNameScope(Set.copyOf(more));
    }

    boolean has(String variable) {
        return variables.contains(variable);
    }
}
