package dev.cairn.bench.application;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.inject.Singleton;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Large values of some sizes. Each is built when it is first asked for, and then used by all instances. */
@Singleton
public class PrebuiltOutputs {

    /** The sizes there are, in KiB. */
    static final List<Integer> SIZES_KB = List.of(100, 250, 500, 1_000, 2_500, 5_000, 10_000, 20_000);

    /** Nominal size of an item; its text is about a twentieth longer. */
    private static final int ITEM_BYTES = 256;
    private static final String DESCRIPTION = "x".repeat(180);

    private final Map<Integer, JsonNode> built = new ConcurrentHashMap<>();

    /** The value of this size; empty if it is none of {@link #SIZES_KB}. It is never changed. */
    Optional<JsonNode> get(int sizeKb) {
        return SIZES_KB.contains(sizeKb) ? Optional.of(built.computeIfAbsent(sizeKb, PrebuiltOutputs::build))
                : Optional.empty();
    }

    private static JsonNode build(int sizeKb) {
        int count = sizeKb * 1024 / ITEM_BYTES;
        ArrayNode items = JsonNodeFactory.instance.arrayNode(count);
        for (int id = 0; id < count; id++) {
            items.addObject().put("id", id).put("name", "item-" + id).put("category", "benchmark").put("status", "ACTIVE")
                    .put("description", DESCRIPTION);
        }
        ObjectNode output = JsonNodeFactory.instance.objectNode();
        output.set("items", items);
        return output.put("itemsCount", count).put("targetSizeKb", sizeKb);
    }
}
