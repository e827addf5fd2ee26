package dev.cairn.integrations.messaging.outgoing;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A message that is no event. It is also in the metadata of the message, for connectors without headers and for methods of the
 * application at the other end of the channel.
 *
 * @param id the same each time the message is sent again
 * @param body the payload; empty for none
 * @param contentType media type of the payload
 * @param headers by name, without regard to case
 */
public record PublishedMessage(String id, byte[] body, String contentType, Map<String, String> headers) {

    public PublishedMessage {
        Map<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        copy.putAll(headers);
        headers = Collections.unmodifiableMap(copy);
    }

    /** Characters of the names and values of the headers. */
    long headerChars() {
        long chars = 0;
        for (Map.Entry<String, String> header : headers.entrySet()) {
            chars += header.getKey().length() + header.getValue().length();
        }
        return chars;
    }
}
