package dev.cairn.deployment.definition;

import java.util.Set;

import io.quarkus.builder.item.SimpleBuildItem;

/** The resources that definitions in Java refer to: none of them is a definition, wherever it lies. */
final class ReferredResourcesBuildItem extends SimpleBuildItem {

    private final Set<String> paths;

    /** @param paths paths from the root of the class path */
    ReferredResourcesBuildItem(Set<String> paths) {
        this.paths = Set.copyOf(paths);
    }

    boolean contains(String path) {
        return paths.contains(path);
    }
}
