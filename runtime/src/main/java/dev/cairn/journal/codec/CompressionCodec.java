package dev.cairn.journal.codec;

import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.EntryPlace;
import dev.cairn.spi.PayloadCodec;
import dev.cairn.spi.PayloadCodecException;
import dev.cairn.value.ChunkedByteOutput;

/** A codec that compresses entries. Leaves an entry unchanged if it is small, or would not become smaller. */
abstract sealed class CompressionCodec implements PayloadCodec permits DeflateCodec, Lz4Codec {

    private final String id;
    private final boolean writes;
    private final int leastBytes;

    CompressionCodec(String id, boolean writes, int leastBytes) {
        this.id = id;
        this.writes = writes;
        this.leastBytes = leastBytes;
    }

    @Override
    public final String id() {
        return id;
    }

    @Override
    public final Stage stage() {
        return Stage.COMPRESSION;
    }

    @Override
    public final boolean writes() {
        return writes;
    }

    @Override
    public final byte[] encode(byte[] entry, EntryPlace place) {
        return encode(EncodedEntry.of(entry), place).bytes();
    }

    @Override
    public final EncodedEntry encode(EncodedEntry entry, EntryPlace place) {
        int size = entry.size();
        if (size < leastBytes) {
            return entry;
        }
        ChunkedByteOutput encoded = new ChunkedByteOutput();
        return compress(entry, size, encoded) ? new EncodedEntry(encoded.all()) : entry;
    }

    /**
     * Compresses an entry.
     *
     * @param size bytes of the entry
     * @param encoded receives the stored bytes
     * @return false if it does not become smaller
     */
    abstract boolean compress(EncodedEntry entry, int size, ChunkedByteOutput encoded);

    static PayloadCodecException damaged(Exception cause) {
        return new PayloadCodecException("it cannot be decompressed", true, cause);
    }
}
