package dev.cairn.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

class ChunkedByteOutputTest {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static byte[] joined(List<ByteBuffer> pieces) {
        ByteBuffer whole = ByteBuffer.allocate(pieces.stream().mapToInt(ByteBuffer::remaining).sum());
        pieces.forEach(piece -> whole.put(piece.duplicate()));
        return whole.array();
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 7_999, ChunkedByteOutput.PIECE_BYTES - 2, ChunkedByteOutput.PIECE_BYTES - 1,
            ChunkedByteOutput.PIECE_BYTES,
            3 * ChunkedByteOutput.PIECE_BYTES + 7 })
    void aStringOfAnyLengthIsTheSameInPieces(int length) {
        for (String character : List.of("x", "\"", "é", "語", "😀")) {
            JsonPayload value = JsonPayload.of(NODES.textNode(character.repeat(length)));
            assertThat(joined(PartIndexedJsonText.of(value.tree(), 100).pieces())).isEqualTo(JsonCodec.write(value.tree()));
            assertThat(joined(value.pieces())).isEqualTo(JsonCodec.write(value.tree()));
        }
    }

    @Test
    void aLargeTextIsInNoLargeArrayAndIsNotKept() {
        ArrayNode tree = NODES.arrayNode();
        for (int i = 0; i < 100_000; i++) {
            tree.add("element " + i).add(i);
        }
        JsonPayload value = JsonPayload.of(tree);
        assertThat(value.pieces()).hasSizeGreaterThan(10)
                .allSatisfy(piece -> assertThat(piece.array()).hasSizeLessThanOrEqualTo(ChunkedByteOutput.PIECE_BYTES));
        assertThat(joined(value.pieces())).isEqualTo(JsonCodec.write(tree));
        assertThat(value.knownTextBytes()).isEqualTo(-1);
    }

    @Test
    void aTextThatIsThereIsUsed() {
        byte[] text = "{ \"a\" : 1 }".getBytes(StandardCharsets.UTF_8);
        assertThat(joined(JsonPayload.of(JsonCodec.read(text), text).pieces())).isEqualTo(text);
        assertThat(JsonPayload.of(JsonCodec.read(text), text).pieces().get(0).array()).isSameAs(text);
        assertThat(joined(JsonPayload.ofText(text, 2, 3).pieces())).isEqualTo("\"a\"".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void whatIsLongerThanJacksonReadsByItselfIsReadAgain() {
        ObjectNode value = NODES.objectNode().put("k".repeat(60_000), "x".repeat(21_000_000));
        assertThat(JsonCodec.read(JsonCodec.write(value))).isEqualTo(value);
    }
}
