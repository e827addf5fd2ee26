package dev.cairn.deployment.function;

import java.util.Set;

import io.quarkus.builder.item.SimpleBuildItem;

/**
 * The functions that programs call. It exists only if there was no error in any definition or function.
 */
public final class UsedFunctionsBuildItem extends SimpleBuildItem {

    private final Set<String> keys;

    /** By key, in a stable order. */
    public UsedFunctionsBuildItem(Set<String> keys) {
        this.keys = keys;
    }

    Set<String> keys() {
        return keys;
    }
}
