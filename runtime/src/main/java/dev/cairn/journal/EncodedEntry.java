package dev.cairn.journal;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * An encoded entry, in pieces if it is large: then it is in one array only where somebody wants that.
 *
 * @param pieces one after the other; not to be changed
 */
record EncodedEntry(List<ByteBuffer> pieces) {

    /** How many bytes it has. */
    int size() {
        int size = 0;
        for (ByteBuffer piece : pieces) {
            size = Math.addExact(size, piece.remaining());
        }
        return size;
    }

    /** In one array, which is not to be changed. */
    byte[] bytes() {
        ByteBuffer first = pieces.get(0);
        if (pieces.size() == 1 && first.remaining() == first.array().length) {
            return first.array();
        }
        ByteBuffer whole = ByteBuffer.allocate(size());
        pieces.forEach(piece -> whole.put(piece.duplicate()));
        return whole.array();
    }
}
