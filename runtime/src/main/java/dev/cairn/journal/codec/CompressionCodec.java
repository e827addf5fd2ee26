package dev.cairn.journal.codec;

import java.nio.ByteBuffer;
import java.util.List;

import dev.cairn.spi.EntryPieces;
import dev.cairn.spi.EntryPlace;
import dev.cairn.spi.PayloadCodec;
import dev.cairn.spi.PayloadCodecException;

/** A codec that compresses entries. What is small, or would not become smaller, is left as it is. */
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
        byte[] encoded = encode(List.of(ByteBuffer.wrap(entry)), place);
        return encoded == null ? entry : encoded;
    }

    @Override
    public final byte[] encode(List<ByteBuffer> pieces, EntryPlace place) {
        int size = EntryPieces.size(pieces);
        return size < leastBytes ? null : compress(pieces, size);
    }

    /**
     * Compresses an entry.
     *
     * @param size bytes of all pieces
     * @return null if it does not become smaller
     */
    abstract byte[] compress(List<ByteBuffer> pieces, int size);

    static PayloadCodecException damaged(Exception cause) {
        return new PayloadCodecException("it cannot be decompressed", true, cause);
    }
}
