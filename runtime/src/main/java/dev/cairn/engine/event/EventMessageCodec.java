package dev.cairn.engine.event;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.journal.PayloadCodecChain;
import dev.cairn.spi.EntryPlace;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;

/**
 * Events as a message between nodes: a JSON array, sealed as an entry of a journal is. Its place is that of the first entry of an
 * instance with the id of the message; there is no such instance.
 */
public final class EventMessageCodec {

    private EventMessageCodec() {}

    /** @throws dev.cairn.spi.StoreException temporary, if a payload codec fails */
    public static byte[] encode(List<JsonPayload> events, String messageId, PayloadCodecChain seal) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (JsonPayload event : events) {
            out.write(out.size() == 0 ? '[' : ',');
            out.writeBytes(event.text());
        }
        out.write(']');
        return seal.sealForStore(out.toByteArray(), new EntryPlace(messageId, 0));
    }

    /** Throws any runtime exception if the bytes are malformed. */
    static List<JsonPayload> decode(byte[] body, String messageId, PayloadCodecChain seal) {
        List<JsonPayload> events = new ArrayList<>();
        for (JsonNode event : JsonCodec.readWritten(seal.open(body, new EntryPlace(messageId, 0)))) {
            events.add(JsonPayload.of(event));
        }
        return events;
    }
}
