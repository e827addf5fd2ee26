package dev.cairn.integrations.messaging.deployment;

import io.quarkus.builder.item.SimpleBuildItem;

/** The connectors of the application with headers for attributes of CloudEvents. */
final class PresentConnectorsBuildItem extends SimpleBuildItem {

    private final boolean kafka;
    private final boolean amqp;

    PresentConnectorsBuildItem(boolean kafka, boolean amqp) {
        this.kafka = kafka;
        this.amqp = amqp;
    }

    boolean kafka() {
        return kafka;
    }

    boolean amqp() {
        return amqp;
    }
}
