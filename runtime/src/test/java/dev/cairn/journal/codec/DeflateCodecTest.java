package dev.cairn.journal.codec;

import java.nio.ByteBuffer;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.spi.PayloadCodec;

class DeflateCodecTest extends CompressionCodecContract {

    @Override
    PayloadCodec codec(int leastBytes) {
        return new DeflateCodec(true, leastBytes);
    }

    @ParameterizedTest
    @ValueSource(ints = { -1, 0, 1, 22_999, 23_001, 2_000_000, Integer.MAX_VALUE })
    void aLengthThatIsNotTrueIsNoticed(int length) {
        byte[] compressed = codec(1_024).encode(TEXT, PLACE);
        ByteBuffer.wrap(compressed).putInt(length);
        assertDamaged(compressed);
    }
}
