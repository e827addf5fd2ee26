package dev.cairn.integrations.messaging.deployment;

import dev.cairn.integrations.messaging.mapping.ConnectorPresence;
import io.quarkus.builder.item.SimpleBuildItem;

/** The connectors of the application whose metadata Cairn reads and writes. */
final class PresentConnectorsBuildItem extends SimpleBuildItem {

    private final ConnectorPresence connectors;

    PresentConnectorsBuildItem(ConnectorPresence connectors) {
        this.connectors = connectors;
    }

    ConnectorPresence connectors() {
        return connectors;
    }
}
