package dev.cairn.journal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.value.PartIndexedJsonText;
import dev.cairn.value.PartIndexedJsonText.Part;

/**
 * A cache of the texts of large values that were written a moment ago, in a write that ends the instance. An output that holds
 * such values need not be written again for who waits for it. For one thread.
 */
final class WrittenTextCache {

    private final boolean wanted;
    private final List<PartIndexedJsonText> texts = new ArrayList<>(1);
    /** Null until it is asked for. */
    private Map<JsonNode, Written> byValue;

    /** Keeps nothing unless texts are wanted. */
    WrittenTextCache(boolean wanted) {
        this.wanted = wanted;
    }

    /** For a write of these entries. */
    static WrittenTextCache of(List<JournalEntry> entries) {
        return new WrittenTextCache(!entries.isEmpty() && entries.get(entries.size() - 1).event() instanceof Ended);
    }

    /** Records a written text. */
    void add(PartIndexedJsonText text) {
        if (wanted) {
            texts.add(text);
        }
    }

    /** The text of a value, found by identity; null if it was not written in this write. */
    List<ByteBuffer> of(JsonNode value) {
        if (byValue == null) {
            byValue = new IdentityHashMap<>();
            texts.forEach(text -> add(text, text.whole()));
        }
        Written written = byValue.get(value);
        return written == null ? null : written.text.pieces(written.part);
    }

    private void add(PartIndexedJsonText text, Part part) {
        if (part != null) {
            byValue.putIfAbsent(part.value(), new Written(text, part));
            part.parts().forEach(inner -> add(text, inner));
        }
    }

    private record Written(PartIndexedJsonText text, Part part) {}
}
