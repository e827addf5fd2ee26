package dev.cairn.fluent;

import dev.cairn.fluent.source.DefinitionFragment;

/** A component of the workflow by its name: {@link Flows#named(String)}. Immutable. */
public final class ComponentReference {

    private final String name;

    ComponentReference(String name) {
        this.name = name;
    }

    /** The name that the DSL has in place of the component. A null reference or name is a mistake. */
    static DefinitionFragment part(ComponentReference reference, DefinitionFragment part, String... path) {
        return part.text(reference == null ? null : reference.name, path);
    }
}
