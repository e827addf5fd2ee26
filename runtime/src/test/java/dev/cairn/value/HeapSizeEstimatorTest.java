package dev.cairn.value;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

class HeapSizeEstimatorTest {

    private static final long MAX_HEAP_BYTES = 1 << 30;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            null                    | 0     | 0
            true                    | 0     | 0
            17                      | 16    | 32
            "abc"                   | 56    | 64
            {}                      | 64    | 100
            []                      | 48    | 80
            {"a":1,"b":2,"c":3}     | 150   | 220
            [1.5,2.5,3.5,4.5]       | 150   | 250
            123456789012345678901234 | 56   | 100
            """)
    void aTreeTakesAboutSoMuch(String json, long least, long most) {
        assertThat(HeapSizeEstimator.of(JsonCodec.read(json), MAX_HEAP_BYTES)).isBetween(least, most);
    }

    @Test
    void aTextOutsideOfLatin1TakesTwoBytesACharacter() {
        JsonNode latin = JsonNodeFactory.instance.textNode("é".repeat(1_000));
        JsonNode wide = JsonNodeFactory.instance.textNode("語".repeat(1_000));
        assertThat(HeapSizeEstimator.of(wide, MAX_HEAP_BYTES) - HeapSizeEstimator.of(latin, MAX_HEAP_BYTES)).isEqualTo(1_000);
    }

    @Test
    void whatTreesShareCountsOnce() {
        JsonNode shared = JsonCodec.read("{\"a\":\"" + "x".repeat(1_000) + "\"}");
        assertThat(HeapSizeEstimator.ofShared(MAX_HEAP_BYTES).add(shared).add(shared).bytes())
                .isEqualTo(HeapSizeEstimator.of(shared, MAX_HEAP_BYTES));
    }

    @Test
    void aTreeIsLookedThroughUpToTheMaximum() {
        JsonNode doubled = JsonCodec.read("[1.5]");
        for (int i = 0; i < 60; i++) {
            ArrayNode next = JsonNodeFactory.instance.arrayNode();
            doubled = next.add(doubled).add(doubled);
        }
        assertThat(HeapSizeEstimator.of(doubled, 10_000)).isEqualTo(10_000);
    }
}
