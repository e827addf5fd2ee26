package dev.cairn.fluent;

/** A component of the workflow by its name: {@link Flows#named(String)}. Immutable. */
public final class Named {

    private final String name;

    Named(String name) {
        this.name = name;
    }

    /** What the DSL has where the component would stand: its name. A null reference or name is a mistake. */
    static Part part(Named reference, Part part, String... path) {
        return part.text(reference == null ? null : reference.name, path);
    }
}
