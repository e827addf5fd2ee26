package dev.cairn.persistence.jpa;

import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.InstanceWrite;

/**
 * Entries that were written together and are in one row: a row costs a database more than the bytes of a small entry do. A
 * single entry is stored unchanged; of several, each is preceded by its length, 4 bytes, big-endian.
 *
 * @param position number of entries of the instance before the first of these
 * @param entryCount number of entries, at least 1
 * @param payload their bytes
 */
record EntryBundle(long position, int entryCount, EncodedEntry payload) {

    /** Maximum size of a row with several entries. A larger entry has a row of its own, and is not copied. */
    static final int MAX_BYTES = 32 << 10;
    /** More than this is not put together for the driver. */
    static final int MAX_JOINED_BYTES = 256 << 10;

    /** The rows of a write, in order; none if it has no entries. */
    static List<EntryBundle> of(InstanceWrite write) {
        List<EncodedEntry> entries = write.entries();
        List<EntryBundle> bundles = new ArrayList<>(1);
        for (int from = 0; from < entries.size();) {
            int to = end(entries, from);
            bundles.add(new EntryBundle(write.position() + from, to - from, pack(entries.subList(from, to))));
            from = to;
        }
        return bundles;
    }

    private static int end(List<EncodedEntry> entries, int from) {
        int to = from + 1;
        long bytes = framed(entries.get(from));
        while (to < entries.size() && bytes + framed(entries.get(to)) <= MAX_BYTES) {
            bytes += framed(entries.get(to));
            to++;
        }
        return to;
    }

    private static long framed(EncodedEntry entry) {
        return (long) Integer.BYTES + entry.size();
    }

    private static EncodedEntry pack(List<EncodedEntry> entries) {
        if (entries.size() == 1) {
            return entries.get(0);
        }
        int bytes = Math.toIntExact(entries.stream().mapToLong(EntryBundle::framed).sum());
        ByteBuffer packed = ByteBuffer.allocate(bytes);
        for (EncodedEntry entry : entries) {
            packed.putInt(entry.size());
            entry.pieces().forEach(piece -> packed.put(piece.duplicate()));
        }
        return EncodedEntry.of(packed.array());
    }

    /** True if it is worth a parameter of its own. */
    boolean isLarge() {
        return payload.size() > MAX_JOINED_BYTES;
    }

    /** Binds the payload to a statement; the pieces of a large one are sent one by one while the statement runs. */
    void bindPayload(PreparedStatement statement, int parameter) throws SQLException {
        if (payload.pieces().size() > 1 && isLarge()) {
            statement.setBinaryStream(parameter, payload.stream(), payload.size());
        } else {
            statement.setBytes(parameter, payload.bytes());
        }
    }

    /**
     * Adds the entries to a list.
     *
     * @return false if the payload does not hold this number of entries
     */
    boolean unpack(List<byte[]> to) {
        if (entryCount == 1) {
            to.add(payload.bytes());
            return true;
        }
        ByteBuffer packed = ByteBuffer.wrap(payload.bytes());
        for (int i = 0; i < entryCount; i++) {
            int length = packed.remaining() < Integer.BYTES ? -1 : packed.getInt();
            if (length < 0 || length > packed.remaining()) {
                return false;
            }
            byte[] entry = new byte[length];
            packed.get(entry);
            to.add(entry);
        }
        return !packed.hasRemaining();
    }
}
