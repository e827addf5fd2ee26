package dev.cairn.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.value.PartIndexedJsonText.Part;

class PartIndexedJsonTextTest {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int TREES = 200;

    @ParameterizedTest
    @ValueSource(ints = { 2, 20, 300, 5_000 })
    void aPartStandsWhereItsTextIs(int leastBytes) {
        Random random = new Random(leastBytes);
        for (int i = 0; i < TREES; i++) {
            JsonNode tree = tree(random, 5);
            PartIndexedJsonText text = PartIndexedJsonText.of(tree, leastBytes);
            assertThat(joined(text.pieces())).isEqualTo(JsonCodec.write(tree));
            List<JsonNode> found = new ArrayList<>();
            check(text, text.whole(), tree, found);
            List<JsonNode> large = new ArrayList<>();
            large(tree, leastBytes, large);
            assertThat(found).usingElementComparator((a, b) -> a == b ? 0 : 1).containsExactlyElementsOf(large);
        }
    }

    private static void check(PartIndexedJsonText text, Part part, JsonNode value, List<JsonNode> found) {
        if (part == null) {
            return;
        }
        assertThat(part.value()).isSameAs(value);
        assertThat(joined(text.pieces(part))).isEqualTo(JsonCodec.write(value));
        for (Part inner : part.parts()) {
            check(text, inner, inner.token() instanceof String key ? value.get(key) : value.get((int) inner.token()), found);
        }
        found.add(value);
    }

    /** Inner parts first, as the parts of a value are listed before it. */
    private static void large(JsonNode value, int leastBytes, List<JsonNode> found) {
        value.forEach(inner -> large(inner, leastBytes, found));
        if (value.isContainerNode() && JsonCodec.write(value).length >= leastBytes
                || value.isTextual() && value.textValue().length() >= leastBytes) {
            found.add(value);
        }
    }

    @Test
    void whatWasLeftOutIsFilledIn() {
        Random random = new Random(7);
        int gaps = 0;
        for (int i = 0; i < TREES; i++) {
            JsonNode tree = tree(random, 4);
            Set<JsonNode> left = Collections.newSetFromMap(new IdentityHashMap<>());
            choose(tree, random, left);
            PartIndexedJsonText text = PartIndexedJsonText.without(tree, left);
            List<List<ByteBuffer>> texts = new ArrayList<>();
            gaps(tree, left, texts);
            gaps += texts.size();
            assertThat(joined(text.filled(texts))).isEqualTo(JsonCodec.write(tree));
            texts.add(List.of());
            assertThatThrownBy(() -> text.filled(texts)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(gaps).isGreaterThan(50);
    }

    private static void choose(JsonNode value, Random random, Set<JsonNode> left) {
        if ((value.isContainerNode() || value.isTextual()) && random.nextInt(4) == 0) {
            left.add(value);
        } else {
            value.forEach(inner -> choose(inner, random, left));
        }
    }

    private static void gaps(JsonNode value, Set<JsonNode> left, List<List<ByteBuffer>> texts) {
        if (left.contains(value)) {
            texts.add(List.of(ByteBuffer.wrap(JsonCodec.write(value))));
        } else {
            value.forEach(inner -> gaps(inner, left, texts));
        }
    }

    private static JsonNode tree(Random random, int depth) {
        switch (random.nextInt(depth == 0 ? 4 : 7)) {
            case 0:
                return NODES.nullNode();
            case 1:
                return NODES.numberNode(random.nextLong());
            case 2:
                return NODES.booleanNode(random.nextBoolean());
            case 3:
                return NODES.textNode(text(random));
            case 4:
                ArrayNode array = NODES.arrayNode();
                for (int i = random.nextInt(6); i > 0; i--) {
                    array.add(tree(random, depth - 1));
                }
                return array;
            default:
                ObjectNode object = NODES.objectNode();
                for (int i = random.nextInt(6); i > 0; i--) {
                    object.set(text(random).substring(0, 1) + i, tree(random, depth - 1));
                }
                return object;
        }
    }

    /** Now and then longer than what a generator keeps, or than a piece. */
    private static String text(Random random) {
        int length = random.nextInt(200) == 0 ? ChunkedByteOutput.PIECE_BYTES
                : random.nextInt(20) == 0 ? 9_000 : 1 + random.nextInt(30);
        return List.of("x", "\"", "é", "語", "\u0001").get(random.nextInt(5)).repeat(length);
    }

    static byte[] joined(List<ByteBuffer> pieces) {
        return JsonPayload.ofText(pieces).text();
    }
}
