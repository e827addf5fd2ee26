package dev.cairn.spi;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;

/**
 * An entry of a journal as bytes, which only the journal understands. A large one is in pieces: it is in one array only where somebody
 * wants that. Immutable, as long as nobody changes the arrays; safe for any thread. Equal to one that has the same bytes in the same pieces.
 *
 * @param pieces one after the other, at least one, each with an array; they are shared, so neither their bytes nor their positions are to
 *        be changed ({@link ByteBuffer#duplicate()} has a position of its own)
 */
public record EncodedEntry(List<ByteBuffer> pieces) {

    /** An entry of some pieces. */
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

    /** An entry that is in one array, which is not copied and not to be changed afterwards. */
    public static EncodedEntry of(byte[] bytes) {
        return new EncodedEntry(List.of(ByteBuffer.wrap(bytes)));
    }

    /**
     * How many bytes it has.
     *
     * @throws ArithmeticException if an array cannot have so many
     */
    public int size() {
        return size(pieces);
    }

    /**
     * How many bytes there are in some pieces.
     *
     * @throws ArithmeticException if an array cannot have so many
     */
    public static int size(List<ByteBuffer> pieces) {
        int size = 0;
        for (ByteBuffer piece : pieces) {
            size = Math.addExact(size, piece.remaining());
        }
        return size;
    }

    /** All of it in one array, which is not to be changed: the array that it is in, or else a new one. */
    public byte[] bytes() {
        ByteBuffer first = pieces.get(0);
        if (pieces.size() == 1 && first.remaining() == first.array().length) {
            return first.array();
        }
        ByteBuffer whole = ByteBuffer.allocate(size());
        pieces.forEach(piece -> whole.put(piece.duplicate()));
        return whole.array();
    }

    /** All of it, to be read once; nothing is copied before it is read. A stream for each time it is written. */
    public InputStream stream() {
        return new SequenceInputStream(Collections.enumeration(pieces.stream()
                .map(piece -> new ByteArrayInputStream(piece.array(), piece.arrayOffset() + piece.position(),
                        piece.remaining()))
                .toList()));
    }
}
