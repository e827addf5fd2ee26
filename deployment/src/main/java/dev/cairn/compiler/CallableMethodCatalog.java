package dev.cairn.compiler;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.cairn.definition.MethodReference;

/** The methods of the application that definitions can call. */
public interface CallableMethodCatalog {

    /** The function of this name, if there is one. */
    Optional<CallableFunction> byName(String name);

    /** The method that a fluent definition refers to, if it can be called. */
    Optional<CallableFunction> byReference(MethodReference reference);

    /** All names, for suggestions. */
    Set<String> names();

    /** Of an application that has just these, each called by its key. */
    static CallableMethodCatalog of(CallableFunction... functions) {
        Map<String, CallableFunction> byName = Stream.of(functions)
                .collect(Collectors.toUnmodifiableMap(CallableFunction::key, function -> function));
        return new CallableMethodCatalog() {
            @Override
            public Optional<CallableFunction> byName(String name) {
                return Optional.ofNullable(byName.get(name));
            }

            @Override
            public Optional<CallableFunction> byReference(MethodReference reference) {
                return Optional.empty();
            }

            @Override
            public Set<String> names() {
                return byName.keySet();
            }
        };
    }
}
