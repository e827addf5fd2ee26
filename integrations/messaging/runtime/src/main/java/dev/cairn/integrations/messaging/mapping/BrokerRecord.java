package dev.cairn.integrations.messaging.mapping;

import java.util.Map;

/**
 * A message as a broker delivered it.
 *
 * @param body the payload; null for none
 * @param contentType the content type of the payload, or null
 * @param attributes attributes of CloudEvents in binary mode, without the prefix of the protocol; empty if the message is none
 * @param headers other headers that are texts
 * @param origin the origin of the message
 */
public record BrokerRecord(byte[] body, String contentType, Map<String, String> attributes, Map<String, String> headers,
        RecordOrigin origin) {

    /** Approximate size of what the client of a broker keeps for a message beside its payload. */
    private static final int OVERHEAD_BYTES = 512;

    /** The memory that the message takes, approximately. */
    public long sizeBytes() {
        return OVERHEAD_BYTES + contentBytes();
    }

    /** Size of the payload, the key, and the names and values of the headers; a character of a text counts as a byte. */
    public long contentBytes() {
        long bytes = body == null ? 0 : body.length;
        bytes += origin.key() == null ? 0 : origin.key().length();
        return bytes + textBytes(attributes) + textBytes(headers);
    }

    private static long textBytes(Map<String, String> texts) {
        long bytes = 0;
        for (Map.Entry<String, String> text : texts.entrySet()) {
            bytes += text.getKey().length() + (text.getValue() == null ? 0 : text.getValue().length());
        }
        return bytes;
    }

    /**
     * The origin of a message.
     *
     * @param address the topic or address; null if it is unknown
     * @param key the key of the message, or null
     * @param source default source of the event, or null
     * @param id default id of the event: the same each time the message is delivered; null if the protocol has none
     */
    public record RecordOrigin(String address, String key, String source, String id) {

        /** An unknown origin. */
        static final RecordOrigin UNKNOWN = new RecordOrigin(null, null, null, null);
    }
}
