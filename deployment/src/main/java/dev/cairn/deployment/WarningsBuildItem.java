package dev.cairn.deployment;

import java.util.List;
import java.util.Map;

import dev.cairn.definition.Document;
import dev.cairn.definition.Problem;
import io.quarkus.builder.item.SimpleBuildItem;

/** The warnings of the build, by the definition that they are about. It exists only if there was no error. */
public final class WarningsBuildItem extends SimpleBuildItem {

    private final Map<Document, List<Problem>> byDocument;

    public WarningsBuildItem(Map<Document, List<Problem>> byDocument) {
        this.byDocument = Map.copyOf(byDocument);
    }

    /** Warnings about a definition, in the order they were found; maybe none. */
    public List<Problem> of(Document document) {
        return byDocument.getOrDefault(document, List.of());
    }
}
