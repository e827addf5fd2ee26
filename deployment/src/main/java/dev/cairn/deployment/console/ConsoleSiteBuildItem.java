package dev.cairn.deployment.console;

import io.quarkus.builder.item.SimpleBuildItem;

/** The application has the console. Absent if it has not. */
public final class ConsoleSiteBuildItem extends SimpleBuildItem {

    private final ConsoleSite site;

    ConsoleSiteBuildItem(ConsoleSite site) {
        this.site = site;
    }

    ConsoleSite site() {
        return site;
    }
}
