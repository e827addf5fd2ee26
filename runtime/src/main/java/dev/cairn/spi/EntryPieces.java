package dev.cairn.spi;

import java.nio.ByteBuffer;
import java.util.List;

/** What is done with an entry that is large and therefore in pieces, see {@link PayloadCodec#encode(List, EntryPlace)}. */
public final class EntryPieces {

    private EntryPieces() {}

    /**
     * How many bytes there are in all pieces.
     *
     * @param pieces not changed, nor are their positions
     * @throws ArithmeticException if an array cannot have so many
     */
    public static int size(List<ByteBuffer> pieces) {
        int size = 0;
        for (ByteBuffer piece : pieces) {
            size = Math.addExact(size, piece.remaining());
        }
        return size;
    }

    /**
     * All pieces, one after the other.
     *
     * @param pieces not changed, nor are their positions
     * @return a new array of just these bytes
     * @throws ArithmeticException if an array cannot have so many
     */
    public static byte[] joined(List<ByteBuffer> pieces) {
        ByteBuffer whole = ByteBuffer.allocate(size(pieces));
        pieces.forEach(piece -> whole.put(piece.duplicate()));
        return whole.array();
    }
}
