package dev.cairn.deployment;

import io.quarkus.builder.item.SimpleBuildItem;

/** The application has an extension that offers workflows as tools. */
public final class ToolSupportBuildItem extends SimpleBuildItem {}
