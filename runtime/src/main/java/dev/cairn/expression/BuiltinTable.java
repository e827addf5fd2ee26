package dev.cairn.expression;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

/** Gathers the functions of a {@link BuiltinGroup}; read only afterwards. */
final class BuiltinTable {

    /** Makes the code of a call. */
    @FunctionalInterface
    interface Factory {
        Code create(Code[] arguments);
    }

    /** A function of the input alone. */
    @FunctionalInterface
    interface Function0 {
        JsonNode apply(Scope scope, JsonNode input);
    }

    /** A function of the input and one value. */
    @FunctionalInterface
    interface Function1 {
        JsonNode apply(Scope scope, JsonNode input, JsonNode first);
    }

    /** A function of the input and two values. */
    @FunctionalInterface
    interface Function2 {
        JsonNode apply(Scope scope, JsonNode input, JsonNode first, JsonNode second);
    }

    /** A function of the input and three values. */
    @FunctionalInterface
    interface Function3 {
        JsonNode apply(Scope scope, JsonNode input, JsonNode first, JsonNode second, JsonNode third);
    }

    private final Map<String, Factory> factories = new HashMap<>();
    private final Set<String> infinite = new HashSet<>();
    private final Set<String> recursive = new HashSet<>();

    static String signature(String name, int arguments) {
        return name + "/" + arguments;
    }

    Factory find(String name, int arguments) {
        return factories.get(signature(name, arguments));
    }

    Set<String> signatures() {
        return factories.keySet();
    }

    boolean mayBeInfinite(String name) {
        return infinite.contains(name);
    }

    boolean recurses(String name) {
        return recursive.contains(name);
    }

    /** Adds a function that takes its arguments as code. */
    void add(String name, int arguments, Factory factory) {
        if (factories.put(signature(name, arguments), factory) != null) {
            throw new IllegalStateException("Defined twice: " + signature(name, arguments));
        }
    }

    void value(String name, Function0 function) {
        add(name, 0, arguments -> new ValueCodes.Apply0(function));
    }

    void value(String name, Function1 function) {
        add(name, 1, arguments -> new ValueCodes.Apply1(function, arguments[0]));
    }

    void value(String name, Function2 function) {
        add(name, 2, arguments -> new ValueCodes.Apply2(function, arguments[0], arguments[1]));
    }

    void value(String name, Function3 function) {
        add(name, 3, arguments -> new ValueCodes.Apply3(function, arguments[0], arguments[1], arguments[2]));
    }

    /** Marks functions that may give numbers that JSON has no text for. */
    void mayBeInfinite(String... names) {
        infinite.addAll(Set.of(names));
    }

    /** Marks functions that use {@link Locals#evaluation}. */
    void recurses(String... names) {
        recursive.addAll(Set.of(names));
    }
}
