package dev.cairn.persistence.redis;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.spi.InstanceRow;

/**
 * The last element of an instance's list: row, epoch and number of entries. {@code common.lua} reads it as well and says where
 * everything is.
 */
record InstanceHeader(InstanceRow row, long epoch, long entries) {

    private static final byte FORMAT = (byte) 0x81;
    /** The bits that say that a byte is the format of a header, and those of them that are set. No entry begins with such a byte. */
    private static final int FORMAT_BITS = 0xC0;
    private static final int ANY_FORMAT = 0x80;
    private static final int FENCE_AT = 1;
    private static final int FENCE_BYTES = 16;
    private static final int NUMBERS_BYTES = 42;

    byte[] encode() {
        byte[][] texts = texts();
        int bytes = NUMBERS_BYTES + Long.BYTES + 2;
        for (byte[] text : texts) {
            bytes += Short.BYTES + text.length;
        }
        byte[] errorType = bytes(row.errorType());
        bytes += row.errorType() == null ? 0 : Short.BYTES + errorType.length;
        ByteBuffer out = ByteBuffer.allocate(bytes);
        out.put(FORMAT).putLong(epoch).putLong(entries).put((byte) row.status().code()).putLong(row.wakeAtMillis())
                .putLong(row.keepUntilMillis()).putLong(row.createdAtMillis());
        put(out, texts[0]);
        put(out, texts[1]);
        out.putLong(row.updatedAtMillis());
        out.put((byte) (row.keys().businessKey() == null ? 0 : 1)).put((byte) row.keys().attributes().size());
        for (int i = 2; i < texts.length; i++) {
            put(out, texts[i]);
        }
        // Versions that know nothing of it read no further.
        if (row.errorType() != null) {
            put(out, errorType);
        }
        return out.array();
    }

    private byte[][] texts() {
        SearchKeys keys = row.keys();
        byte[][] texts = new byte[4 + 2 * keys.attributes().size()][];
        int at = 0;
        texts[at++] = bytes(row.owner());
        texts[at++] = bytes(row.workflow());
        texts[at++] = bytes(row.version());
        texts[at++] = bytes(keys.businessKey());
        for (Map.Entry<String, String> attribute : keys.attributes().entrySet()) {
            texts[at++] = bytes(attribute.getKey());
            texts[at++] = bytes(attribute.getValue());
        }
        return texts;
    }

    /** The part of an encoded header that a write has to agree with: epoch and number of entries. */
    static byte[] fence(long epoch, long entries) {
        return ByteBuffer.allocate(FENCE_BYTES).putLong(epoch).putLong(entries).array();
    }

    /** The epoch in an encoded header. */
    static byte[] epoch(long epoch) {
        return ByteBuffer.allocate(Long.BYTES).putLong(epoch).array();
    }

    /**
     * @throws dev.cairn.spi.StoreException if it has another format, or is no header
     */
    static InstanceHeader decode(String id, byte[] encoded) {
        if (encoded.length == 0 || (encoded[0] & FORMAT_BITS) != ANY_FORMAT) {
            throw RedisStoreExceptionFactory.headless(id);
        }
        if (encoded.length < NUMBERS_BYTES || encoded[0] != FORMAT) {
            throw RedisStoreExceptionFactory.unknownFormat("read the instance " + id, null);
        }
        ByteBuffer in = ByteBuffer.wrap(encoded).position(FENCE_AT);
        long epoch = in.getLong();
        long entries = in.getLong();
        InstanceStatus status = InstanceStatus.ofCode(in.get());
        long wake = in.getLong();
        long keep = in.getLong();
        long created = in.getLong();
        String owner = text(in);
        String workflow = text(in);
        long updated = in.getLong();
        boolean hasBusinessKey = in.get() == 1;
        int attributes = in.get();
        String version = text(in);
        String businessKey = text(in);
        SortedMap<String, String> values = new TreeMap<>();
        for (int i = 0; i < attributes; i++) {
            values.put(text(in), text(in));
        }
        SearchKeys keys = hasBusinessKey || attributes > 0 ? new SearchKeys(hasBusinessKey ? businessKey : null, values)
                : SearchKeys.NONE;
        return new InstanceHeader(new InstanceRow(id, workflow, version, status, created, updated, wake,
                owner.isEmpty() ? null : owner, keep, keys, in.hasRemaining() ? text(in) : null), epoch, entries);
    }

    private static byte[] bytes(String text) {
        return text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
    }

    private static void put(ByteBuffer out, byte[] text) {
        out.putShort((short) text.length).put(text);
    }

    private static String text(ByteBuffer in) {
        byte[] text = new byte[Short.toUnsignedInt(in.getShort())];
        in.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }
}
