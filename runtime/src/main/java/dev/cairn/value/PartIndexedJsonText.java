package dev.cairn.value;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The text of a canonical value (RFC 8259, UTF-8), in pieces, and where its large parts stand in it. Immutable; nothing that it gives may
 * be changed.
 */
public final class PartIndexedJsonText {

    private static final int NULL_BYTES = 4;

    private final List<ByteBuffer> pieces;
    private final Part whole;
    private final List<Long> gaps;

    PartIndexedJsonText(List<ByteBuffer> pieces, Part whole, List<Long> gaps) {
        this.pieces = pieces;
        this.whole = whole;
        this.gaps = gaps;
    }

    /**
     * Writes a value.
     *
     * @param leastBytes size of a large part; a string is large if it has approximately this number of characters
     * @throws ValueException if it is nested deeper than {@link ValueDepthLimits#MAX_WRITTEN_DEPTH}
     */
    public static PartIndexedJsonText of(JsonNode value, int leastBytes) {
        return write(value, leastBytes, Set.of());
    }

    /**
     * Writes a value with {@code null} in place of some values: gaps, see {@link #filled}.
     *
     * @param left the values to leave out, by identity; objects, arrays and strings
     * @throws ValueException if it is nested deeper than {@link ValueDepthLimits#MAX_WRITTEN_DEPTH}
     */
    public static PartIndexedJsonText without(JsonNode value, Set<JsonNode> left) {
        return write(value, Integer.MAX_VALUE, left);
    }

    private static PartIndexedJsonText write(JsonNode value, int leastBytes, Set<JsonNode> left) {
        try {
            return new PartIndexingJsonWriter(leastBytes, left).write(value);
        } catch (IOException e) {
            throw new ValueException("Cannot write as JSON: " + e.getMessage());
        }
    }

    /** All of it. */
    public List<ByteBuffer> pieces() {
        return pieces;
    }

    /** The value itself with its large parts; null if it is not large. */
    public Part whole() {
        return whole;
    }

    /** The text of a part. */
    public List<ByteBuffer> pieces(Part part) {
        List<ByteBuffer> slices = new ArrayList<>();
        slice(part.start, part.end, slices);
        return slices;
    }

    /**
     * The text with others in its gaps.
     *
     * @param texts one for each gap, in document order
     */
    public List<ByteBuffer> filled(List<List<ByteBuffer>> texts) {
        if (texts.size() != gaps.size()) {
            throw new IllegalArgumentException(texts.size() + " texts for " + gaps.size() + " gaps");
        }
        List<ByteBuffer> filled = new ArrayList<>();
        long from = 0;
        for (int i = 0; i < gaps.size(); i++) {
            slice(from, gaps.get(i) - NULL_BYTES, filled);
            filled.addAll(texts.get(i));
            from = gaps.get(i);
        }
        ByteBuffer last = pieces.get(pieces.size() - 1);
        slice(from, (pieces.size() - 1L) * ChunkedByteOutput.PIECE_BYTES + last.limit(), filled);
        return filled;
    }

    private void slice(long start, long end, List<ByteBuffer> to) {
        for (long at = start; at < end;) {
            int offset = (int) (at % ChunkedByteOutput.PIECE_BYTES);
            int length = (int) Math.min(end - at, ChunkedByteOutput.PIECE_BYTES - offset);
            to.add(pieces.get((int) (at / ChunkedByteOutput.PIECE_BYTES)).slice(offset, length));
            at += length;
        }
    }

    /**
     * A large part of a value.
     *
     * @param token position in the part that holds it: the key of an object, a {@code String}, or the index of an array, an
     *        {@code Integer}; null for the value itself
     * @param start of its text, in bytes
     * @param end of its text
     * @param parts the large parts of it, in document order
     */
    public record Part(Object token, JsonNode value, long start, long end, List<Part> parts) {}
}
