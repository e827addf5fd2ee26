package dev.cairn.journal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.value.JsonText;
import dev.cairn.value.JsonText.Part;

/**
 * The texts of large values that were written a moment ago, in the same write. An output that holds such values need not be written
 * again for who waits for it. Texts are not held any longer: most instances that wait will never end in the same write. For one thread.
 */
final class FreshTexts {

    private final List<JsonText> texts = new ArrayList<>(1);
    /** Null until somebody asks. */
    private Map<JsonNode, List<ByteBuffer>> byValue;

    /** Notes what was written. */
    void add(JsonText text) {
        texts.add(text);
        byValue = null;
    }

    /** The text of a value, found by identity; null if it was not written in this write. */
    List<ByteBuffer> of(JsonNode value) {
        if (byValue == null) {
            byValue = new IdentityHashMap<>();
            texts.forEach(text -> add(text, text.whole()));
        }
        return byValue.get(value);
    }

    private void add(JsonText text, Part part) {
        if (part != null) {
            byValue.putIfAbsent(part.value(), text.pieces(part));
            part.parts().forEach(inner -> add(text, inner));
        }
    }
}
