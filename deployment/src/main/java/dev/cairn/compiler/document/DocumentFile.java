package dev.cairn.compiler.document;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.definition.SourceMap;

/**
 * One file of a document. Equal to itself alone.
 *
 * @param path path in the application, or URL
 * @param root its content
 * @param sources places in it
 */
public record DocumentFile(String path, JsonNode root, SourceMap sources) {

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
