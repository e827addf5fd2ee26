package dev.cairn.definition.asyncapi;

/**
 * A channel of an AsyncAPI document, as a call uses it.
 *
 * @param document name of the document, unique in an application
 * @param file path of the document in the application
 * @param channel name of the channel in the document
 * @param address topic or queue at the broker; null if the document leaves it open
 * @param protocol protocol of the server, such as {@code kafka}; null if the document has no server
 * @param contentType media type of the messages
 * @param correlationId place of the correlation id of a message, such as {@code $message.header#/id}; null if the document has none
 */
public record AsyncApiChannel(String document, String file, String channel, String address, String protocol,
        String contentType, String correlationId) {

    private static final String EVENT_TYPE = "dev.cairn.asyncapi.message:";

    /** Type of the events that messages of the channel become. */
    public String eventType() {
        return eventType(document, channel);
    }

    /** Type of the events that messages of a channel become. */
    public static String eventType(String document, String channel) {
        return EVENT_TYPE + document + '#' + channel;
    }
}
