package dev.cairn.journal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.EntryPlace;
import dev.cairn.spi.PayloadCodec;
import dev.cairn.spi.PayloadCodecException;

/** Rules for every codec that compresses. */
abstract class CompressionCodecContract {

    static final EntryPlace PLACE = new EntryPlace("i", 0);
    static final byte[] TEXT = "{\"status\":\"COMPLETED\"},".repeat(1_000).getBytes(StandardCharsets.UTF_8);

    private final PayloadCodec codec = codec(1_024);

    /** The codec, which writes, and leaves entries alone that have fewer bytes. */
    abstract PayloadCodec codec(int leastBytes);

    @Test
    void whatIsCompressedIsSmallerAndComesBack() {
        byte[] compressed = codec.encode(TEXT, PLACE);
        assertThat(compressed.length).isLessThan(TEXT.length / 10);
        assertThat(codec.decode(compressed, PLACE)).isEqualTo(TEXT);
    }

    @Test
    void piecesAreTakenAsTheWholeIs() {
        List<ByteBuffer> pieces = new ArrayList<>();
        for (int from = 0; from < TEXT.length; from += 4_999) {
            pieces.add(ByteBuffer.wrap(TEXT, from, Math.min(4_999, TEXT.length - from)));
        }
        EncodedEntry entry = new EncodedEntry(pieces);
        EncodedEntry compressed = codec.encode(entry, PLACE);
        assertThat(codec.decode(compressed.bytes(), PLACE)).isEqualTo(TEXT);
        assertThat(codec.encode(entry, PLACE)).as("they are left as they are").isEqualTo(compressed);
        assertLeft(new EncodedEntry(List.of(ByteBuffer.wrap(TEXT, 0, 500), ByteBuffer.wrap(TEXT, 0, 523))));
        byte[] noise = noise(100_000);
        assertLeft(new EncodedEntry(List.of(ByteBuffer.wrap(noise, 0, 10), ByteBuffer.wrap(noise, 10, 99_990))));
    }

    private void assertLeft(EncodedEntry entry) {
        assertThat(codec.encode(entry, PLACE)).isSameAs(entry);
    }

    private static byte[] noise(int bytes) {
        byte[] noise = new byte[bytes];
        new Random(1).nextBytes(noise);
        return noise;
    }

    @Test
    void whatIsCompressedOfALargeEntryIsInPieces() {
        byte[] text = new byte[4 << 20];
        byte[] noise = noise(text.length / 2);
        System.arraycopy(noise, 0, text, 0, noise.length);
        EncodedEntry compressed = codec.encode(EncodedEntry.of(text), PLACE);
        assertThat(compressed.pieces()).hasSizeGreaterThan(10).allSatisfy(
                piece -> assertThat(piece.array().length).isLessThan(noise.length / 10));
        assertThat(codec.decode(compressed.bytes(), PLACE)).isEqualTo(text);
    }

    @Test
    void theLongestRunComesBack() {
        byte[] zeros = new byte[10_000_000];
        assertThat(codec.decode(codec.encode(zeros, PLACE), PLACE)).isEqualTo(zeros);
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 4, 5, 1_023 })
    void whatIsSmallIsLeftAsItIs(int length) {
        byte[] small = Arrays.copyOf(TEXT, length);
        assertThat(codec.encode(small, PLACE)).isSameAs(small);
    }

    @Test
    void whatCannotBeCompressedIsLeftAsItIs() {
        byte[] noise = noise(100_000);
        assertThat(codec.encode(noise, PLACE)).isSameAs(noise);
    }

    @Test
    void whatIsCutOffOrChangedIsNoticedOrHasTheSameLength() {
        byte[] compressed = codec.encode(TEXT, PLACE);
        for (int length = 0; length < compressed.length; length++) {
            assertDamaged(Arrays.copyOf(compressed, length));
        }
        assertDamaged(Arrays.copyOf(compressed, compressed.length + 1));
        for (int i = 0; i < compressed.length; i++) {
            byte[] changed = compressed.clone();
            changed[i] ^= 0x10;
            try {
                assertThat(codec.decode(changed, PLACE)).hasSameSizeAs(TEXT);
            } catch (PayloadCodecException noticed) {
                assertThat(noticed.damaged()).isTrue();
            }
        }
    }

    void assertDamaged(byte[] compressed) {
        assertThatThrownBy(() -> codec.decode(compressed, PLACE)).isInstanceOf(PayloadCodecException.class)
                .matches(failure -> ((PayloadCodecException) failure).damaged());
    }
}
