package dev.cairn.deployment;

import io.quarkus.builder.item.MultiBuildItem;

/**
 * The application has an integration that injects {@code OutboundHttpClient} or {@code ProgramStarter} of {@code dev.cairn.spi}.
 * Without such an item it has no beans of these types.
 */
public final class IntegrationPortsBuildItem extends MultiBuildItem {}
