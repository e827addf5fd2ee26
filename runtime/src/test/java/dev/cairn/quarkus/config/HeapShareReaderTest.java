package dev.cairn.quarkus.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeapShareReaderTest {

    @Test
    void aShareIsOfTheLargestHeap() {
        long heapBytes = Runtime.getRuntime().maxMemory();
        assertThat(HeapShareReader.bytes(" 25% ")).isEqualTo(heapBytes / 100 * 25);
        assertThat(HeapShareReader.bytes("90 %")).isEqualTo(heapBytes / 100 * 90);
    }

    @Test
    void aSizeIsASize() {
        assertThat(HeapShareReader.bytes("256M")).isEqualTo(256L << 20);
        assertThat(HeapShareReader.bytes("1024")).isEqualTo(1024);
    }

    @ParameterizedTest
    @ValueSource(strings = { "0%", "91%", "100%", "-5%", "25 percent", "lots", "-1M", "" })
    void anythingElseIsNone(String text) {
        assertThat(HeapShareReader.bytes(text)).isLessThan(1);
    }
}
