package dev.cairn.compiler.jq;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The names that are bound where the parser stands, the innermost last. */
final class JqNameScope {

    enum Kind {
        VARIABLE,
        LABEL,
        FUNCTION,
        PARAMETER
    }

    /** @param arguments number of arguments of a function; 0 for all others */
    private record Binding(Kind kind, String name, int arguments) {}

    private final List<Binding> bindings = new ArrayList<>();

    int size() {
        return bindings.size();
    }

    void bindVariable(String name) {
        bindings.add(new Binding(Kind.VARIABLE, name, 0));
    }

    void bindLabel(String name) {
        bindings.add(new Binding(Kind.LABEL, name, 0));
    }

    void bindParameter(String name) {
        bindings.add(new Binding(Kind.PARAMETER, name, 0));
    }

    void bindFunction(String name, int arguments) {
        bindings.add(new Binding(Kind.FUNCTION, name, arguments));
    }

    /** Unbinds all but the given number of outermost names. */
    void truncate(int size) {
        bindings.subList(size, bindings.size()).clear();
    }

    /** The index of a variable, or -1. */
    int variable(String name) {
        return find(binding -> binding.kind == Kind.VARIABLE && binding.name.equals(name));
    }

    /** The index of a label, or -1. */
    int label(String name) {
        return find(binding -> binding.kind == Kind.LABEL && binding.name.equals(name));
    }

    /** The index of a function or parameter, or -1. */
    int function(String name, int arguments) {
        return find(binding -> (binding.kind == Kind.FUNCTION || binding.kind == Kind.PARAMETER)
                && binding.name.equals(name) && binding.arguments == arguments);
    }

    /** The functions and parameters as {@code name/arguments}. */
    List<String> functions() {
        return bindings.stream().filter(binding -> binding.kind == Kind.FUNCTION || binding.kind == Kind.PARAMETER)
                .map(binding -> binding.name + "/" + binding.arguments).toList();
    }

    private int find(Predicate<Binding> condition) {
        for (int i = bindings.size() - 1; i >= 0; i--) {
            if (condition.test(bindings.get(i))) {
                return bindings.size() - 1 - i;
            }
        }
        return -1;
    }
}
