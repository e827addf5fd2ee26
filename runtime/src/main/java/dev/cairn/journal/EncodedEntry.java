package dev.cairn.journal;

import java.nio.ByteBuffer;
import java.util.List;

import dev.cairn.spi.EntryPieces;

/**
 * An encoded entry, in pieces if it is large: then it is in one array only where somebody wants that.
 *
 * @param pieces one after the other; not to be changed
 */
record EncodedEntry(List<ByteBuffer> pieces) {

    /** How many bytes it has. */
    int size() {
        return EntryPieces.size(pieces);
    }

    /** In one array, which is not to be changed. */
    byte[] bytes() {
        ByteBuffer first = pieces.get(0);
        return pieces.size() == 1 && first.remaining() == first.array().length ? first.array() : EntryPieces.joined(pieces);
    }
}
