package dev.cairn.deployment;

import java.util.Optional;

import org.jboss.jandex.DotName;

import dev.cairn.definition.Definition;
import io.quarkus.builder.item.MultiBuildItem;

/**
 * A definition of the application, read but not yet compiled. If errors were found while it was read it has stand-ins, and the
 * build fails when all problems are known.
 */
public final class DefinitionBuildItem extends MultiBuildItem {

    private final Definition definition;
    private final DotName workflowClass;

    /**
     * @param definition what was written
     * @param workflowClass the class that defines it, or null if it was written in YAML or JSON
     */
    public DefinitionBuildItem(Definition definition, DotName workflowClass) {
        this.definition = definition;
        this.workflowClass = workflowClass;
    }

    /** What was written. */
    public Definition definition() {
        return definition;
    }

    /** The class that defines it; empty if it was written in YAML or JSON. */
    public Optional<DotName> workflowClass() {
        return Optional.ofNullable(workflowClass);
    }
}
