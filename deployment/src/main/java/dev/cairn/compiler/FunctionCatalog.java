package dev.cairn.compiler;

import java.util.Optional;
import java.util.Set;

import dev.cairn.definition.MethodReference;

/** The methods of the application that definitions can call. */
public interface FunctionCatalog {

    /** The function of this name, if there is one. */
    Optional<FunctionSignature> byName(String name);

    /** The method that a fluent definition refers to, if it can be called. */
    Optional<FunctionSignature> byReference(MethodReference reference);

    /** All names, for suggestions. */
    Set<String> names();
}
