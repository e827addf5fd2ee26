package dev.cairn.deployment.management;

import java.util.List;

import io.quarkus.builder.item.MultiBuildItem;

/**
 * A path of the application whose requests have the permissions of the management API. In dev mode, while everybody may do
 * everything, only requests whose host is this machine reach it.
 */
public final class LocalPathBuildItem extends MultiBuildItem {

    private final String path;

    /** @param path below the root path of HTTP, with a slash at its beginning; the guard holds for all below it */
    public LocalPathBuildItem(String path) {
        this.path = path;
    }

    /** Routes of the path and of all paths below it; others may begin with the same letters. */
    public List<String> routes() {
        String base = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        return base.isEmpty() ? List.of("/*") : List.of(base, base + "/*");
    }
}
