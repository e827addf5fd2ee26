package dev.cairn.integrations.messaging.asyncapi;

/**
 * A channel of an AsyncAPI document that workflows publish to, as the build found it.
 *
 * @param document name of the document
 * @param documentChannel name of the channel in the document
 * @param channel name of the channel in {@code mp.messaging.outgoing}
 * @param contentType media type of the messages
 */
public record PublishPlan(String document, String documentChannel, String channel, String contentType) {}
