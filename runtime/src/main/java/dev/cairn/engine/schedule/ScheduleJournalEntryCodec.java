package dev.cairn.engine.schedule;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.CommandOrigin;
import dev.cairn.engine.schedule.ScheduleJournalEntry.Kind;
import dev.cairn.journal.DamagedEntryException;
import dev.cairn.schedule.InvalidScheduleException;
import dev.cairn.schedule.ScheduleJsonCodec;
import dev.cairn.schedule.ScheduleSpec;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.ValueException;

/**
 * Entries of schedules as bytes, before payload codecs.
 *
 * <pre>
 * entry = version (1 byte: 1), JSON (UTF-8), checksum (4 bytes, big endian: CRC-32C of all before it)
 * JSON  = {"kind", "at", "principal"?, "reason"?, "version"?, "anchor"?, "schedule"?, "wake"?}
 * </pre>
 */
final class ScheduleJournalEntryCodec {

    private static final byte VERSION = 1;
    private static final int CHECKSUM_BYTES = 4;

    private ScheduleJournalEntryCodec() {}

    static byte[] write(ScheduleJournalEntry entry) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("kind", entry.kind().word()).put("at", entry.atMillis());
        if (entry.origin() != null) {
            put(json, "principal", entry.origin().principal());
            put(json, "reason", entry.origin().reason());
        }
        put(json, "version", entry.version());
        if (entry.spec() != null) {
            json.put("anchor", entry.anchorMillis());
            json.set("schedule", ScheduleJsonCodec.write(entry.spec()));
        }
        if (entry.wakeMillis() != 0) {
            json.put("wake", entry.wakeMillis());
        }
        byte[] text = JsonCodec.write(json);
        ByteBuffer bytes = ByteBuffer.allocate(1 + text.length + CHECKSUM_BYTES).put(VERSION).put(text);
        return bytes.putInt(checksum(bytes.array(), bytes.position())).array();
    }

    private static void put(ObjectNode json, String name, String text) {
        if (text != null) {
            json.put(name, text);
        }
    }

    /**
     * Reads an entry.
     *
     * @throws DamagedEntryException if it is not what was written
     * @throws InvalidScheduleException if a newer version of Cairn has written what this one does not know
     */
    static ScheduleJournalEntry read(byte[] bytes) {
        int end = bytes.length - CHECKSUM_BYTES;
        if (end < 1 || checksum(bytes, end) != ByteBuffer.wrap(bytes).getInt(end)) {
            throw new DamagedEntryException("its checksum does not match");
        }
        if (bytes[0] != VERSION) {
            throw new DamagedEntryException("its version " + bytes[0] + " is unknown");
        }
        JsonNode json;
        try {
            json = JsonCodec.readWritten(Arrays.copyOfRange(bytes, 1, end));
        } catch (ValueException noJson) {
            throw new DamagedEntryException(noJson.getMessage());
        }
        JsonNode schedule = json.get("schedule");
        ScheduleSpec spec = schedule == null ? null : ScheduleJsonCodec.read(schedule);
        return new ScheduleJournalEntry(kind(json.path("kind").asText()), json.path("at").asLong(), origin(json),
                json.path("version").textValue(), spec, json.path("anchor").asLong(), json.path("wake").asLong());
    }

    private static Kind kind(String word) {
        return Arrays.stream(Kind.values()).filter(kind -> kind.word().equals(word)).findFirst()
                .orElseThrow(() -> new DamagedEntryException("its kind " + word + " is unknown"));
    }

    private static CommandOrigin origin(JsonNode json) {
        String principal = json.path("principal").textValue();
        String reason = json.path("reason").textValue();
        return principal == null && reason == null ? null : new CommandOrigin(principal, reason);
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }
}
