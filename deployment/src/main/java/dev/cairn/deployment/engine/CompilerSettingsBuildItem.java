package dev.cairn.deployment.engine;

import dev.cairn.compiler.config.ConfigCatalog;
import io.quarkus.builder.item.SimpleBuildItem;
import io.quarkus.deployment.pkg.builditem.CurateOutcomeBuildItem;

/** The facts about the application that compiling its definitions needs. */
final class CompilerSettingsBuildItem extends SimpleBuildItem {

    private final CurateOutcomeBuildItem dependencies;
    private final ConfigCatalog config;

    CompilerSettingsBuildItem(CurateOutcomeBuildItem dependencies, ConfigCatalog config) {
        this.dependencies = dependencies;
        this.config = config;
    }

    /** The application and its dependencies. */
    CurateOutcomeBuildItem dependencies() {
        return dependencies;
    }

    /** The configuration that expressions may read. */
    ConfigCatalog config() {
        return config;
    }
}
