package dev.cairn.value;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

/**
 * A JSON value as a tree, as text (RFC 8259, UTF-8), or both: each is made from the other when it is first asked for, and kept,
 * except for large texts, which are made in pieces. So a body that arrived over HTTP is journaled unchanged, and an output that
 * was written for the journal is not written again for the answer.
 *
 * <p>
 * Immutable to its users; neither the tree nor the bytes may be changed. Thread-safe: two threads that convert it at once make
 * equal results.
 */
public final class JsonPayload {

    /** JSON null. */
    public static final JsonPayload NULL = new JsonPayload(NullNode.getInstance(), null);

    /** Minimum size of a value with its separators. */
    private static final int MIN_BYTES = 3;
    private static final int DOUBLE_BYTES = 18;
    private static final int TOO_DEEP = -1;

    private volatile JsonNode tree;
    private volatile byte[] text;
    /** The text in pieces, or inside of something larger; null if it was never there like this. */
    private volatile List<ByteBuffer> pieces;

    private JsonPayload(JsonNode tree, byte[] text) {
        this.tree = tree;
        this.text = text;
    }

    private JsonPayload(List<ByteBuffer> pieces) {
        this.pieces = pieces;
    }

    /** Of a tree in canonical form ({@link JqValues#canonical}). */
    public static JsonPayload of(JsonNode tree) {
        return tree.isNull() ? NULL : new JsonPayload(tree, null);
    }

    /** Of JSON text that is known to be well formed: the text of an earlier payload. */
    public static JsonPayload ofText(byte[] text) {
        return new JsonPayload(null, text);
    }

    /**
     * As {@link #ofText(byte[])}, for text within a larger array, such as a journal entry. It is copied only when the text is
     * asked for.
     */
    public static JsonPayload ofText(byte[] bytes, int offset, int length) {
        return new JsonPayload(List.of(ByteBuffer.wrap(bytes, offset, length)));
    }

    /** As {@link #ofText(byte[])}, of text that stands in pieces, each with an array. */
    public static JsonPayload ofText(List<ByteBuffer> pieces) {
        return new JsonPayload(pieces);
    }

    /** Of a tree and the very text it was read from. */
    public static JsonPayload of(JsonNode tree, byte[] text) {
        return new JsonPayload(tree, text);
    }

    /** The value; shared, not to be changed. */
    public JsonNode tree() {
        JsonNode known = tree;
        if (known == null) {
            known = read();
            tree = known;
        }
        return known;
    }

    private JsonNode read() {
        List<ByteBuffer> known = pieces;
        if (text != null || known.size() > 1) {
            return JsonCodec.readWritten(text());
        }
        ByteBuffer only = known.get(0);
        return JsonCodec.readWritten(only.array(), only.arrayOffset() + only.position(), only.remaining());
    }

    /** The value as UTF-8 text; shared, not to be changed. A text in several pieces is joined for each caller. */
    public byte[] text() {
        byte[] known = text;
        List<ByteBuffer> parts = pieces;
        if (known == null) {
            known = parts == null ? JsonCodec.write(tree) : joined(parts);
            if (parts == null || parts.size() == 1) {
                text = known;
            }
        }
        return known;
    }

    /**
     * The value as UTF-8 text with numbers as jq prints them, for values that leave the application; shared, not to be changed.
     */
    public byte[] jqText() {
        if (knownTextBytes() >= 0) {
            byte[] known = text();
            if (JqNumberText.areAllWhole(known)) {
                return known;
            }
        }
        return JsonCodec.writeAsJq(tree());
    }

    private static byte[] joined(List<ByteBuffer> pieces) {
        ByteBuffer whole = ByteBuffer.allocate(bytes(pieces));
        pieces.forEach(piece -> whole.put(piece.duplicate()));
        return whole.array();
    }

    private static int bytes(List<ByteBuffer> pieces) {
        int bytes = 0;
        for (ByteBuffer piece : pieces) {
            bytes = Math.addExact(bytes, piece.remaining());
        }
        return bytes;
    }

    /** True if {@link #text()} has nothing to do. */
    public boolean hasText() {
        return text != null;
    }

    /**
     * Sets the text after it was written elsewhere: it is not written again. A small text is copied, so that it does not retain
     * the array around it.
     *
     * @param written one after the other, each with an array; not changed afterwards
     */
    public void textIs(List<ByteBuffer> written) {
        if (bytes(written) < ChunkedByteOutput.PIECE_BYTES) {
            text = joined(written);
        } else {
            pieces = written;
        }
    }

    /**
     * The text, in pieces if it is large and not there yet: then it is made for this once and not kept. The pieces are shared, not to
     * be changed.
     */
    public List<ByteBuffer> pieces() {
        List<ByteBuffer> known = pieces;
        if (text == null && known != null) {
            return known;
        }
        return text == null && isAtLeast(ChunkedByteOutput.PIECE_BYTES)
                ? PartIndexedJsonText.of(tree, Integer.MAX_VALUE).pieces()
                : List.of(ByteBuffer.wrap(text()));
    }

    /** True if the text has approximately this size or more; examines no more than it has to. */
    public boolean isAtLeast(int textBytes) {
        return textBytes(textBytes) >= textBytes;
    }

    /** Size of the text in bytes: exact if the text exists, else approximate, and at most {@code most}. */
    public int textBytes(int most) {
        int known = knownTextBytes();
        // A value that is nested too deep to be written counts as large: writing it reports the fault.
        return known >= 0 ? known : most - Math.max(0, rest(tree, most, ValueDepthLimits.MAX_WRITTEN_DEPTH));
    }

    /**
     * As {@link #textBytes(int)}, of a tree.
     *
     * @return negative if it is nested deeper than {@code mostLevels}, as far as it was looked through
     */
    public static int textBytes(JsonNode value, int most, int mostLevels) {
        int left = rest(value, most, mostLevels);
        return left == TOO_DEEP ? TOO_DEEP : most - left;
    }

    /** The part of a number of bytes that the text of a value leaves, approximately; negative only for {@link #TOO_DEEP}. */
    private static int rest(JsonNode value, int bytes, int levels) {
        int left = Math.max(0, bytes - scalarBytes(value));
        if (value instanceof ObjectNode object) {
            if (levels == 0) {
                return TOO_DEEP;
            }
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                if (left <= 0) {
                    break;
                }
                left = rest(field.getValue(), left - MIN_BYTES - field.getKey().length(), levels - 1);
            }
        } else if (value instanceof ArrayNode array) {
            if (levels == 0) {
                return TOO_DEEP;
            }
            for (int i = 0; i < array.size() && left > 0; i++) {
                left = rest(array.get(i), left, levels - 1);
            }
        }
        return left;
    }

    private static int scalarBytes(JsonNode value) {
        if (value instanceof TextNode) {
            return MIN_BYTES + value.textValue().length();
        }
        return value.isDouble() ? DOUBLE_BYTES
                : value.isBigInteger() ? MIN_BYTES + value.bigIntegerValue().bitLength() / 3 : MIN_BYTES;
    }

    /** Bytes of the text if it is there already, or -1: then {@link #text()} has to make it first. */
    public int knownTextBytes() {
        byte[] known = text;
        if (known != null) {
            return known.length;
        }
        List<ByteBuffer> parts = pieces;
        return parts == null ? -1 : bytes(parts);
    }

    /** Equal if the trees are. */
    @Override
    public boolean equals(Object other) {
        return other instanceof JsonPayload payload && tree().equals(payload.tree());
    }

    @Override
    public int hashCode() {
        return tree().hashCode();
    }

    @Override
    public String toString() {
        return tree().toString();
    }
}
