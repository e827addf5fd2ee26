package dev.cairn.driver;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.journal.Seal;
import dev.cairn.spi.EntryPlace;
import dev.cairn.value.Json;
import dev.cairn.value.Payload;

/**
 * Events as a message between nodes: a JSON array, sealed as an entry of a journal is. Its place is that of the first entry of an
 * instance with the id of the message; there is no such instance.
 */
final class EventBatch {

    private EventBatch() {}

    static byte[] encode(List<Payload> events, String messageId, Seal seal) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Payload event : events) {
            out.write(out.size() == 0 ? '[' : ',');
            out.writeBytes(event.text());
        }
        out.write(']');
        return seal.seal(out.toByteArray(), new EntryPlace(messageId, 0));
    }

    /** Throws any runtime exception if the bytes are malformed. */
    static List<Payload> decode(byte[] body, String messageId, Seal seal) {
        List<Payload> events = new ArrayList<>();
        for (JsonNode event : Json.readWritten(seal.open(body, new EntryPlace(messageId, 0)))) {
            events.add(Payload.of(event));
        }
        return events;
    }
}
