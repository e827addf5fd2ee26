package dev.cairn.deployment.function;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

import dev.cairn.compiler.CallableFunction;
import dev.cairn.compiler.CallableMethodCatalog;
import dev.cairn.definition.MethodReference;
import dev.cairn.effect.function.FunctionMetadata.Parameter;

/**
 * The methods that definitions may call: those that have a name, and those that definitions refer to.
 */
public final class ApplicationFunctions implements CallableMethodCatalog {

    private final Map<String, InspectedFunction> byName = new TreeMap<>();
    private final Map<MethodReference, InspectedFunction> byReference = new LinkedHashMap<>();
    private final Map<String, InspectedFunction> byKey = new LinkedHashMap<>();

    ApplicationFunctions() {}

    void addName(String name, InspectedFunction function) {
        byName.put(name, function);
        byKey.putIfAbsent(function.function().key(), function);
    }

    void addReference(MethodReference reference, InspectedFunction function) {
        byReference.put(reference, function);
        byKey.putIfAbsent(function.function().key(), function);
    }

    Collection<InspectedFunction> all() {
        return Collections.unmodifiableCollection(byKey.values());
    }

    /** The function that programs know by this key. */
    InspectedFunction byKey(String key) {
        InspectedFunction function = byKey.get(key);
        if (function == null) {
            throw new IllegalArgumentException("No function has the key " + key);
        }
        return function;
    }

    @Override
    public Optional<CallableFunction> byName(String name) {
        return Optional.ofNullable(byName.get(name)).map(ApplicationFunctions::signature);
    }

    @Override
    public Optional<CallableFunction> byReference(MethodReference reference) {
        return Optional.ofNullable(byReference.get(reference)).map(ApplicationFunctions::signature);
    }

    @Override
    public Set<String> names() {
        return Collections.unmodifiableSet(byName.keySet());
    }

    private static CallableFunction signature(InspectedFunction function) {
        return new CallableFunction(function.function().key(),
                function.parameters().stream().filter(parameter -> !parameter.isContext()).map(Parameter::name).toList());
    }
}
