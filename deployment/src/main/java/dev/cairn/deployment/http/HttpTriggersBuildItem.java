package dev.cairn.deployment.http;

import java.util.Collection;
import java.util.List;

import dev.cairn.definition.Definition;
import io.quarkus.builder.item.SimpleBuildItem;

/**
 * The definitions that HTTP starts, one for each path.
 */
public final class HttpTriggersBuildItem extends SimpleBuildItem {

    private final List<Definition> definitions;

    HttpTriggersBuildItem(Collection<Definition> definitions) {
        this.definitions = List.copyOf(definitions);
    }

    /** Each has an HTTP trigger, and no two have the same path. */
    public List<Definition> definitions() {
        return definitions;
    }
}
