package dev.cairn.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryShareTest {

    @Test
    void aShareIsOfTheLargestHeap() {
        long heapBytes = Runtime.getRuntime().maxMemory();
        assertThat(MemoryShare.bytes(" 25% ")).isEqualTo(heapBytes / 100 * 25);
        assertThat(MemoryShare.bytes("90 %")).isEqualTo(heapBytes / 100 * 90);
    }

    @Test
    void aSizeIsASize() {
        assertThat(MemoryShare.bytes("256M")).isEqualTo(256L << 20);
        assertThat(MemoryShare.bytes("1024")).isEqualTo(1024);
    }

    @ParameterizedTest
    @ValueSource(strings = { "0%", "91%", "100%", "-5%", "25 percent", "lots", "-1M", "" })
    void anythingElseIsNone(String text) {
        assertThat(MemoryShare.bytes(text)).isLessThan(1);
    }
}
