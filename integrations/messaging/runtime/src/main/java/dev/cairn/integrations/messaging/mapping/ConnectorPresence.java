package dev.cairn.integrations.messaging.mapping;

/**
 * The connectors of the application whose metadata Cairn reads and writes. Without a connector, its classes are not touched.
 *
 * @param kafka true if it has the one for Kafka
 * @param amqp true if it has the one for AMQP 1.0
 * @param rabbitMq true if it has the one for RabbitMQ
 */
public record ConnectorPresence(boolean kafka, boolean amqp, boolean rabbitMq) {

    /** No connector. */
    public static final ConnectorPresence NONE = new ConnectorPresence(false, false, false);
}
