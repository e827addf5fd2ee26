package dev.cairn.jq.node;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.builtin.LazyBuiltinGroup;

/** Gathers the functions of a {@link LazyBuiltinGroup}; read only afterwards. */
public final class BuiltinTable {

    /** Makes the code of a call. */
    @FunctionalInterface
    public interface Factory {
        EvaluationNode create(EvaluationNode[] arguments);
    }

    /** A function of the input alone. */
    @FunctionalInterface
    public interface Function0 {
        JsonNode apply(EvaluationHost scope, JsonNode input);
    }

    /** A function of the input and one value. */
    @FunctionalInterface
    public interface Function1 {
        JsonNode apply(EvaluationHost scope, JsonNode input, JsonNode first);
    }

    /** A function of the input and two values. */
    @FunctionalInterface
    public interface Function2 {
        JsonNode apply(EvaluationHost scope, JsonNode input, JsonNode first, JsonNode second);
    }

    /** A function of the input and three values. */
    @FunctionalInterface
    public interface Function3 {
        JsonNode apply(EvaluationHost scope, JsonNode input, JsonNode first, JsonNode second, JsonNode third);
    }

    private final Map<String, Factory> factories = new HashMap<>();
    private final Set<String> infinite = new HashSet<>();
    private final Set<String> recursive = new HashSet<>();

    public static String signature(String name, int arguments) {
        return name + "/" + arguments;
    }

    public Factory find(String name, int arguments) {
        return factories.get(signature(name, arguments));
    }

    public Set<String> signatures() {
        return factories.keySet();
    }

    public boolean mayBeInfinite(String name) {
        return infinite.contains(name);
    }

    public boolean recurses(String name) {
        return recursive.contains(name);
    }

    /** Adds a function that takes its arguments as code. */
    public void add(String name, int arguments, Factory factory) {
        if (factories.put(signature(name, arguments), factory) != null) {
            throw new IllegalStateException("Defined twice: " + signature(name, arguments));
        }
    }

    public void value(String name, Function0 function) {
        add(name, 0, arguments -> new ValueFunctionNodes.Apply0(function));
    }

    public void value(String name, Function1 function) {
        add(name, 1, arguments -> new ValueFunctionNodes.Apply1(function, arguments[0]));
    }

    public void value(String name, Function2 function) {
        add(name, 2, arguments -> new ValueFunctionNodes.Apply2(function, arguments[0], arguments[1]));
    }

    public void value(String name, Function3 function) {
        add(name, 3, arguments -> new ValueFunctionNodes.Apply3(function, arguments[0], arguments[1], arguments[2]));
    }

    /** Marks functions that may give numbers that JSON has no text for. */
    public void mayBeInfinite(String... names) {
        infinite.addAll(Set.of(names));
    }

    /** Marks functions that use {@link BindingEnvironment#evaluation}. */
    public void recurses(String... names) {
        recursive.addAll(Set.of(names));
    }
}
