package dev.cairn.deployment.console;

import io.quarkus.builder.item.SimpleBuildItem;

/** The application has the console. Absent if it has not. */
public final class ConsoleBuildItem extends SimpleBuildItem {

    private final ConsoleSite site;

    ConsoleBuildItem(ConsoleSite site) {
        this.site = site;
    }

    ConsoleSite site() {
        return site;
    }
}
