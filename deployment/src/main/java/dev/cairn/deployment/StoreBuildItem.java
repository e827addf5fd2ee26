package dev.cairn.deployment;

import io.quarkus.builder.item.MultiBuildItem;

/**
 * Names the store of the application. The extension of a store produces one, and brings a bean of type {@link
 * dev.cairn.spi.InstanceStore}. An application has exactly one store; none or several fail its build.
 */
public final class StoreBuildItem extends MultiBuildItem {

    private final String name;

    /**
     * @param name the store as the docs and messages call it, and as its artifact {@code quarkus-cairn-persistence-…} ends:
     *        {@code none}, {@code file}…
     */
    public StoreBuildItem(String name) {
        this.name = name;
    }

    /** The store as the docs and messages call it. */
    public String name() {
        return name;
    }
}
