package dev.cairn.deployment.management;

import io.quarkus.builder.item.SimpleBuildItem;

/** The application has the management API. Absent if it has not. */
public final class ManagementBuildItem extends SimpleBuildItem {

    private final String root;

    ManagementBuildItem(String root) {
        this.root = root;
    }

    /** Absolute path of the API, without a slash at its end. */
    public String root() {
        return root;
    }
}
