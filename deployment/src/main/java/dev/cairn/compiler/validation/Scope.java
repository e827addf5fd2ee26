package dev.cairn.compiler.validation;

import java.util.HashSet;
import java.util.Set;

/**
 * The variables that loops and handlers define around a place, without {@code $}. Immutable.
 *
 * @param variables their names
 */
record Scope(Set<String> variables) {

    static final Scope OUTERMOST = new Scope(Set.of());

    Scope with(String variable) {
        Set<String> more = new HashSet<>(variables);
        more.add(variable);
        return new Scope(Set.copyOf(more));
    }

    boolean has(String variable) {
        return variables.contains(variable);
    }
}
