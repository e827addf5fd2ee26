package dev.cairn.integrations.messaging.mapping;

/**
 * A channel of an AsyncAPI document that workflows subscribe to, as the build found it.
 *
 * @param document name of the document
 * @param channel name of the channel in the document
 * @param contentType media type of the messages
 * @param correlationId place of the correlation id, such as {@code $message.header#/id}; empty for the header {@code correlationId}
 */
public record SubscriptionPlan(String document, String channel, String contentType, String correlationId) {}
