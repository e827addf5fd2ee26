package dev.cairn.journal;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.TraceContext;
import dev.cairn.spi.EntryPlace;
import dev.cairn.value.JqValues;
import dev.cairn.value.JsonPayload;
import dev.cairn.value.ValueDepthLimits;
import dev.cairn.value.ValueException;

/**
 * Decodes the entries of one instance, which a store has loaded. A value that entries refer to is in memory once, however many
 * refer to it. For one thread at a time.
 */
public final class JournalDecoder {

    private final List<byte[]> entries;
    private final JournalEncodingOptions options;
    private final String instanceId;
    private JournaledValueIndex known;
    /** Number of entries that are being read because a later one refers to them. */
    private int depth;

    /**
     * @param instanceId the instance
     * @param entries all entries of an instance, as they are stored; not changed while this is in use
     */
    public JournalDecoder(JournalEncodingOptions options, String instanceId, List<byte[]> entries) {
        this.instanceId = instanceId;
        this.options = options;
        this.entries = entries;
    }

    /** Number of entries. */
    public int size() {
        return entries.size();
    }

    /**
     * Reads an entry.
     *
     * @param position from 0
     * @throws DamagedEntryException if it is malformed, or an entry that it refers to is
     * @throws dev.cairn.spi.PayloadCodecException if something that is needed to read it is missing, such as a key
     */
    public JournalEntry read(int position) {
        byte[] bytes = options.seal().open(entries.get(position), new EntryPlace(instanceId, position));
        JournalEntry entry = EntryCodec.decode(bytes, (skeleton, references) -> restore(position, skeleton, references));
        JsonPayload payload = JournalEncoder.payload(entry.event());
        if (payload != null && bytes.length >= options.largeValueBytes() && !(entry.event() instanceof Ended)) {
            known().addAll(tree(payload), position);
        }
        return entry;
    }

    /** The place in a trace that an entry has, or null. Reads nothing else of the entry; throws as {@link #read}. */
    public TraceContext trace(int position) {
        return EntryCodec.decodeTrace(options.seal().open(entries.get(position), new EntryPlace(instanceId, position)));
    }

    /** As {@link #read}, the last one. */
    public JournalEntry last() {
        return read(size() - 1);
    }

    /** Writes the entries that follow; knows the large values of all that were read. */
    public JournalEncoder encoder() {
        return new JournalEncoder(options.largeValueBytes(), known);
    }

    private JournaledValueIndex known() {
        if (known == null) {
            known = new JournaledValueIndex(options.largeValueBytes());
        }
        return known;
    }

    private JsonPayload restore(int position, JsonPayload skeleton, List<ValueReference> references) {
        JsonNode tree = tree(skeleton);
        // All are found before the first is filled: what a reference brings in is shared and must not be changed by the next.
        List<Slot> slots = references.stream().map(reference -> Slot.of(tree, pointer(reference.at()))).toList();
        // Held while this entry is restored: what is only known may leave the memory in between, and would be read once more.
        Map<Long, JsonNode> sources = new HashMap<>();
        JsonNode restored = tree;
        for (int i = 0; i < slots.size(); i++) {
            ValueLocation place = references.get(i).place();
            if (place.entry() < 0 || place.entry() >= position) {
                throw new DamagedEntryException("it refers to entry " + place.entry() + ", which does not stand before it");
            }
            restored = slots.get(i).fill(restored, value(place, sources));
        }
        return JsonPayload.of(restored);
    }

    private JsonNode value(ValueLocation place, Map<Long, JsonNode> sources) {
        JsonNode value = known().at(place);
        if (value == null) {
            JsonNode source = sources.get(place.entry());
            if (source == null) {
                source = source((int) place.entry());
                sources.put(place.entry(), source);
            }
            value = source.at(pointer(place.pointer()));
            if (value.isMissingNode()) {
                throw nowhere(place.pointer());
            }
            known().add(value, place);
        }
        return value;
    }

    private JsonNode source(int position) {
        // Each entry on the way holds the one before it, so a journal that was written cannot lead deeper than a value may be.
        if (depth >= ValueDepthLimits.MAX_DEPTH) {
            throw new DamagedEntryException("references lead more than " + ValueDepthLimits.MAX_DEPTH + " entries back");
        }
        depth++;
        try {
            JsonPayload payload = JournalEncoder.payload(read(position).event());
            if (payload == null) {
                throw new DamagedEntryException("it refers to entry " + position + ", which has no payload");
            }
            return tree(payload);
        } finally {
            depth--;
        }
    }

    private static JsonPointer pointer(String text) {
        try {
            return JsonPointer.compile(text);
        } catch (IllegalArgumentException malformed) {
            throw nowhere(text);
        }
    }

    private static JsonNode tree(JsonPayload payload) {
        try {
            return payload.tree();
        } catch (ValueException malformed) {
            throw new DamagedEntryException("its payload is no JSON");
        }
    }

    private static DamagedEntryException nowhere(String pointer) {
        return new DamagedEntryException(
                "a reference leads to " + JqValues.shortForm(TextNode.valueOf(pointer)) + ", where nothing is");
    }

    /** Target of a value: a null in the skeleton. Its parent is an object, an array, or null for the root. */
    private record Slot(JsonNode parent, JsonPointer last) {

        static Slot of(JsonNode skeleton, JsonPointer at) {
            if (!skeleton.at(at).isNull()) {
                throw nowhere(at.toString());
            }
            return at.matches() ? new Slot(null, at) : new Slot(skeleton.at(at.head()), at.last());
        }

        /** Returns the tree with the value in it. */
        JsonNode fill(JsonNode tree, JsonNode value) {
            if (parent == null) {
                return value;
            }
            if (parent instanceof ObjectNode object) {
                object.set(last.getMatchingProperty(), value);
            } else {
                ((ArrayNode) parent).set(last.getMatchingIndex(), value);
            }
            return tree;
        }
    }
}
