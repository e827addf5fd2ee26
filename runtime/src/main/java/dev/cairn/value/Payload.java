package dev.cairn.value;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;

/**
 * A JSON value as a tree, as text (RFC 8259, UTF-8), or both: each is made from the other when it is first asked for, and kept.
 * So a body that came in over HTTP is journaled as it came, and an output is encoded once for the journal and the answer.
 *
 * <p>
 * Immutable to those who use it; neither the tree nor the bytes may be changed. Safe for any thread: what two threads make at
 * once is equal.
 */
public final class Payload {

    /** JSON null. */
    public static final Payload NULL = new Payload(NullNode.getInstance(), null);

    private volatile JsonNode tree;
    private volatile byte[] text;

    private Payload(JsonNode tree, byte[] text) {
        this.tree = tree;
        this.text = text;
    }

    /** Of a tree in canonical form ({@link Values#canonical}). */
    public static Payload of(JsonNode tree) {
        return tree.isNull() ? NULL : new Payload(tree, null);
    }

    /** Of JSON text that is known to be well formed: what an earlier payload wrote. */
    public static Payload ofText(byte[] text) {
        return new Payload(null, text);
    }

    /** Of a tree and the very text it was read from. */
    public static Payload of(JsonNode tree, byte[] text) {
        return new Payload(tree, text);
    }

    /** The value; shared, not to be changed. */
    public JsonNode tree() {
        JsonNode known = tree;
        if (known == null) {
            known = Json.read(text);
            tree = known;
        }
        return known;
    }

    /** The value as UTF-8 text; shared, not to be changed. */
    public byte[] text() {
        byte[] known = text;
        if (known == null) {
            known = Json.write(tree);
            text = known;
        }
        return known;
    }

    /** Equal if the trees are. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Payload payload && tree().equals(payload.tree());
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
