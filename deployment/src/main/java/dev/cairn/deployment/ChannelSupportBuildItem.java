package dev.cairn.deployment;

import io.quarkus.builder.item.SimpleBuildItem;

/** The application has an extension that connects the channels that definitions name. */
public final class ChannelSupportBuildItem extends SimpleBuildItem {}
