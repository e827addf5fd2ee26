package dev.cairn.spi;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;

/**
 * An entry of a journal as bytes that only the journal can read. A large entry consists of several arrays; {@link #bytes()}
 * joins them only on demand. Immutable as long as nothing changes the arrays; thread-safe. Two entries are equal if they have
 * the same bytes in the same pieces.
 *
 * @param pieces the pieces in order, at least one, each with an array; they are shared, so neither their bytes nor their
 *        positions may change ({@link ByteBuffer#duplicate()} has a position of its own)
 */
public record EncodedEntry(List<ByteBuffer> pieces) {

    /** An entry of several pieces. */
    public EncodedEntry {
        pieces = List.copyOf(pieces);
        boolean good = !pieces.isEmpty();
        for (ByteBuffer piece : pieces) {
            good &= piece.hasArray();
        }
        if (!good) {
            throw new IllegalArgumentException("An entry has one piece or more, each with an array: " + pieces);
        }
    }

    /** An entry in one array, which is not copied and must not change afterwards. */
    public static EncodedEntry of(byte[] bytes) {
        return new EncodedEntry(List.of(ByteBuffer.wrap(bytes)));
    }

    /**
     * Size in bytes.
     *
     * @throws ArithmeticException if the size exceeds the maximum of an array
     */
    public int size() {
        return size(pieces);
    }

    /**
     * Size of some pieces in bytes.
     *
     * @throws ArithmeticException if the size exceeds the maximum of an array
     */
    public static int size(List<ByteBuffer> pieces) {
        int size = 0;
        for (ByteBuffer piece : pieces) {
            size = Math.addExact(size, piece.remaining());
        }
        return size;
    }

    /** The entry in one array, which must not be changed. An entry of several pieces is copied to a new array. */
    public byte[] bytes() {
        ByteBuffer first = pieces.get(0);
        if (pieces.size() == 1 && first.remaining() == first.array().length) {
            return first.array();
        }
        ByteBuffer whole = ByteBuffer.allocate(size());
        pieces.forEach(piece -> whole.put(piece.duplicate()));
        return whole.array();
    }

    /** A stream over the entry, to be read once; it copies nothing before it is read. Open a new stream for each write. */
    public InputStream stream() {
        return new SequenceInputStream(Collections.enumeration(pieces.stream()
                .map(piece -> new ByteArrayInputStream(piece.array(), piece.arrayOffset() + piece.position(),
                        piece.remaining()))
                .toList()));
    }
}
