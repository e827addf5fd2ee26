package dev.cairn.fluent;

import dev.cairn.fluent.source.FlowPart;

/** A component of the workflow by its name: {@link Flows#named(String)}. Immutable. */
public final class Named {

    private final String name;

    Named(String name) {
        this.name = name;
    }

    /** The name that the DSL has in place of the component. A null reference or name is a mistake. */
    static FlowPart part(Named reference, FlowPart part, String... path) {
        return part.text(reference == null ? null : reference.name, path);
    }
}
