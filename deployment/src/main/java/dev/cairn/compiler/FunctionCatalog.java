package dev.cairn.compiler;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.cairn.definition.MethodReference;

/** The methods of the application that definitions can call. */
public interface FunctionCatalog {

    /** The function of this name, if there is one. */
    Optional<FunctionSignature> byName(String name);

    /** The method that a fluent definition refers to, if it can be called. */
    Optional<FunctionSignature> byReference(MethodReference reference);

    /** All names, for suggestions. */
    Set<String> names();

    /** Of an application that has just these, each called by its key. */
    static FunctionCatalog of(FunctionSignature... functions) {
        Map<String, FunctionSignature> byName = Stream.of(functions)
                .collect(Collectors.toUnmodifiableMap(FunctionSignature::key, function -> function));
        return new FunctionCatalog() {
            @Override
            public Optional<FunctionSignature> byName(String name) {
                return Optional.ofNullable(byName.get(name));
            }

            @Override
            public Optional<FunctionSignature> byReference(MethodReference reference) {
                return Optional.empty();
            }

            @Override
            public Set<String> names() {
                return byName.keySet();
            }
        };
    }
}
