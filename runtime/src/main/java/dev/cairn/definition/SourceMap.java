package dev.cairn.definition;

/**
 * Finds the place of anything inside a definition, down to a single scalar.
 */
@FunctionalInterface
public interface SourceMap {

    /**
     * @param pointer JSON pointer in the definition
     * @return its place; for a pointer that is unknown the place of its nearest known ancestor, with this pointer. Never null
     */
    SourceLocation at(String pointer);
}
