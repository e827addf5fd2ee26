package dev.cairn.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** It is a map like any other. */
class CompactFieldMapTest {

    @Test
    void isWhatALinkedHashMapIs() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Map<String, JsonNode> expected = new LinkedHashMap<>();
            Map<String, JsonNode> fields = CompactFieldMap.withRoomFor(random.nextInt(4));
            for (int i = 0; i < 60; i++) {
                change(random, expected, fields);
                assertSame(seed, fields, expected);
            }
        }
    }

    private static void change(Random random, Map<String, JsonNode> expected, Map<String, JsonNode> fields) {
        String key = "k" + random.nextInt(20);
        int choice = random.nextInt(100);
        if (choice < 70) {
            JsonNode value = IntNode.valueOf(random.nextInt(5));
            assertThat(fields.put(key, value)).isEqualTo(expected.put(key, value));
        } else if (choice < 90) {
            assertThat(fields.remove(key)).isEqualTo(expected.remove(key));
        } else if (choice < 98) {
            fields.entrySet().forEach(entry -> entry.setValue(IntNode.valueOf(7)));
            expected.replaceAll((name, value) -> IntNode.valueOf(7));
        } else {
            fields.clear();
            expected.clear();
        }
    }

    private static void assertSame(int seed, Map<String, JsonNode> fields, Map<String, JsonNode> expected) {
        assertThat(fields).as("seed %d", seed).isEqualTo(expected).hasSameSizeAs(expected);
        assertThat(new ArrayList<>(fields.entrySet())).isEqualTo(new ArrayList<>(expected.entrySet()));
        List<String> visited = new ArrayList<>();
        fields.forEach((key, value) -> visited.add(key));
        assertThat(visited).isEqualTo(new ArrayList<>(expected.keySet()));
        assertThat(fields.hashCode()).isEqualTo(expected.hashCode());
        for (int i = 0; i < 20; i++) {
            assertThat(fields.get("k" + i)).isEqualTo(expected.get("k" + i));
            assertThat(fields.containsKey("k" + i)).isEqualTo(expected.containsKey("k" + i));
        }
    }

    @Test
    void mapsThatShareTheirKeysChangeApart() {
        String[] keys = { "a", "b" };
        Map<String, JsonNode> one = CompactFieldMap.of(keys, new JsonNode[] { IntNode.valueOf(1), IntNode.valueOf(2) });
        Map<String, JsonNode> removed = CompactFieldMap.of(keys, new JsonNode[] { IntNode.valueOf(3), IntNode.valueOf(4) });
        Map<String, JsonNode> added = CompactFieldMap.of(keys, new JsonNode[] { IntNode.valueOf(5), IntNode.valueOf(6) });

        removed.remove("a");
        removed.put("c", IntNode.valueOf(7));
        added.put("d", IntNode.valueOf(8));

        assertThat(one).hasToString("{a=1, b=2}");
        assertThat(removed).hasToString("{b=4, c=7}");
        assertThat(added).hasToString("{a=5, b=6, d=8}");
    }

    @Test
    void keysOfTheSameHashAreNotTheSame() {
        Map<String, JsonNode> fields = CompactFieldMap.withRoomFor(2);
        fields.put("Aa", IntNode.valueOf(1));
        fields.put("BB", IntNode.valueOf(2));

        assertThat(fields).hasToString("{Aa=1, BB=2}");
        assertThat(fields.get(new String("BB"))).isEqualTo(IntNode.valueOf(2));
        assertThat(fields.get(null)).isNull();
    }

    @Test
    void aCopyLeavesTheObjectAlone() {
        ObjectNode object = JsonNodeFactory.instance.objectNode().put("a", 1).put("b", 2);

        Map<String, JsonNode> copy = CompactFieldMap.copyOf(object, 1);
        copy.put("a", IntNode.valueOf(3));
        copy.put("c", IntNode.valueOf(4));

        assertThat(object).hasToString("{\"a\":1,\"b\":2}");
        assertThat(new ObjectNode(JsonNodeFactory.instance, copy)).hasToString("{\"a\":3,\"b\":2,\"c\":4}");
        assertThat(CompactFieldMap.copyOf(JsonNodeFactory.instance.nullNode(), 1)).isEmpty();
    }

    @Test
    void iteratorsEndAndRemove() {
        Map<String, JsonNode> fields = CompactFieldMap.withRoomFor(1);
        fields.put("a", IntNode.valueOf(1));
        fields.put("b", IntNode.valueOf(2));

        Iterator<Map.Entry<String, JsonNode>> entries = fields.entrySet().iterator();
        entries.next();
        entries.remove();

        assertThat(entries.next().getKey()).isEqualTo("b");
        assertThat(entries.hasNext()).isFalse();
        assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(entries::next);
        assertThat(fields).hasToString("{b=2}");
    }

    @Test
    void mergedIsOneAfterTheOtherWhateverBothAreMadeOf() {
        for (int left = 0; left < 16; left++) {
            for (int right = 0; right < 16; right++) {
                ObjectNode object = fields(0, left);
                ObjectNode over = fields(left / 2, right);
                ObjectNode expected = object.deepCopy();
                expected.setAll(over);
                for (JsonNode one : List.of(object, JsonCodec.read(object.toString()))) {
                    for (JsonNode other : List.of(over, JsonCodec.read(over.toString()))) {
                        ObjectNode merged = new ObjectNode(JsonNodeFactory.instance, CompactFieldMap.merged(one, other));

                        assertThat(merged.toString()).isEqualTo(expected.toString());
                        assertThat(one).isEqualTo(object);
                        assertThat(other).isEqualTo(over);
                    }
                }
            }
        }
    }

    private static ObjectNode fields(int from, int count) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (int i = from; i < from + count; i++) {
            object.put("key" + i, from * 100 + i);
        }
        return object;
    }
}
