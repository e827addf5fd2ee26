package dev.cairn.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** After any other objects, it equals setting one field after the other in a copy. */
class LayoutCachingFieldSetterTest {

    @Test
    void setsAsACopyDoesWhateverCameBefore() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            String[] keys = IntStream.range(0, 20).filter(i -> random.nextInt(8) == 0).mapToObj(i -> "k" + i)
                    .toArray(String[]::new);
            LayoutCachingFieldSetter setter = new LayoutCachingFieldSetter(keys);
            ObjectNode object = object(random);
            for (int i = 0; i < 60; i++) {
                object = random.nextInt(3) == 0 ? object(random) : sameKeys(random, object);
                assertSets(seed, setter, keys, object, random);
            }
        }
    }

    private static void assertSets(int seed, LayoutCachingFieldSetter setter, String[] keys, ObjectNode object, Random random) {
        JsonNode[] values = Arrays.stream(keys).map(key -> IntNode.valueOf(random.nextInt())).toArray(JsonNode[]::new);
        ObjectNode expected = object.deepCopy();
        for (int i = 0; i < keys.length; i++) {
            expected.set(keys[i], values[i]);
        }
        String before = object.toString();
        // Of hash tables, and of few fields with keys of their own.
        for (JsonNode input : List.of(object, JsonCodec.read(before))) {
            assertThat(setter.set(input, values)).as("seed %d", seed).hasToString(expected.toString()).isEqualTo(expected);
            assertThat(input).as("seed %d", seed).hasToString(before);
        }
    }

    /** Of any number of fields up to more than are few, in any order. */
    private static ObjectNode object(Random random) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        int count = random.nextInt(18);
        for (int i = 0; i < count; i++) {
            object.put("k" + random.nextInt(20), random.nextInt());
        }
        return object;
    }

    private static ObjectNode sameKeys(Random random, ObjectNode object) {
        ObjectNode other = JsonNodeFactory.instance.objectNode();
        object.fieldNames().forEachRemaining(key -> other.put(new String(key), random.nextInt()));
        return other;
    }

    @Test
    void whatIsSetInOneResultIsSetInNoOther() {
        LayoutCachingFieldSetter setter = new LayoutCachingFieldSetter("b");
        JsonNode object = JsonCodec.read("{\"a\":1}");
        ObjectNode one = setter.set(object, IntNode.valueOf(2));
        ObjectNode other = setter.set(object, IntNode.valueOf(3));
        ObjectNode third = setter.set(object, IntNode.valueOf(4));

        one.put("c", 5).put("a", 6);
        other.remove("a");

        assertThat(one).hasToString("{\"a\":6,\"b\":2,\"c\":5}");
        assertThat(other).hasToString("{\"b\":3}");
        assertThat(third).hasToString("{\"a\":1,\"b\":4}");
        assertThat(setter.set(object, IntNode.valueOf(7))).hasToString("{\"a\":1,\"b\":7}");
        assertThat(object).hasToString("{\"a\":1}");
    }

    @Test
    void startsAnObjectWhereThereIsNone() {
        LayoutCachingFieldSetter setter = new LayoutCachingFieldSetter("a");
        assertThat(setter.set(NullNode.instance, IntNode.valueOf(1))).hasToString("{\"a\":1}");
        assertThat(setter.set(JsonCodec.read("{}"), IntNode.valueOf(1))).hasToString("{\"a\":1}");
        assertThat(new LayoutCachingFieldSetter().set(JsonCodec.read("{\"a\":1}"))).hasToString("{\"a\":1}");
    }

    @Test
    void whatIsChangedLaterWasNotLearned() {
        LayoutCachingFieldSetter setter = new LayoutCachingFieldSetter("c");
        ObjectNode object = (ObjectNode) JsonCodec.read("{\"a\":1,\"b\":2}");
        setter.set(object, IntNode.valueOf(3));
        object.remove("a");
        object.put("d", 4);

        assertThat(setter.set(object, IntNode.valueOf(5))).hasToString("{\"b\":2,\"d\":4,\"c\":5}");
        assertThat(setter.set(JsonCodec.read("{\"a\":1,\"b\":2}"), IntNode.valueOf(6)))
                .hasToString("{\"a\":1,\"b\":2,\"c\":6}");
    }
}
