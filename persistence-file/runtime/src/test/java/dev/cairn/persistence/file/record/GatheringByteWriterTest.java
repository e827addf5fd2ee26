package dev.cairn.persistence.file.record;

import static org.assertj.core.api.Assertions.assertThat;

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

class GatheringByteWriterTest {

    /** Sizes on both sides of it are tried. */
    private static final int MAX_COPIED = 16 << 10;
    private static final int LARGE = MAX_COPIED + 1;

    private final GatheringByteWriter sink = new GatheringByteWriter(16);
    private byte[] expected = new byte[0];

    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3, 4, 5, 6, 7, 8 })
    void largePiecesAreWhereTheyWouldBeIfTheyWereCopied(long seed) {
        Random random = new Random(seed);
        List<Integer> marks = new ArrayList<>(List.of(0));
        for (int step = 0; step < 400; step++) {
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> put(entry(random));
                case 3, 4 -> marks.add(skip(random.nextInt(1, 9)));
                case 5 -> fill(marks.get(random.nextInt(marks.size())), random.nextInt());
                case 6 -> {
                    sink.putString("größe");
                    append(7, "größe".getBytes(StandardCharsets.UTF_8));
                }
                default -> {
                    if (random.nextInt(5) == 0) {
                        truncate(marks, random);
                    }
                }
            }
            int from = marks.get(random.nextInt(marks.size()));
            assertThat(sink.size()).isEqualTo(expected.length);
            assertThat(written(from)).isEqualTo(Arrays.copyOfRange(expected, from, expected.length));
        }
    }

    @Test
    void largePiecesAreNotCopied() {
        byte[] large = new byte[LARGE];
        sink.putEntry(new EncodedEntry(List.of(ByteBuffer.wrap(new byte[3]), ByteBuffer.wrap(large))));
        assertThat(sink.from(0)).filteredOn(buffer -> buffer.array() == large).hasSize(1);
    }

    @Test
    void whatWasTakenBackIsNotHeld() {
        sink.putEntry(EncodedEntry.of(new byte[LARGE]));
        sink.clear(16);
        assertThat(sink.from(0)).isEmpty();
        sink.skip(2);
        assertThat(sink.from(0)).hasSize(1);
    }

    private void put(EncodedEntry entry) {
        sink.putEntry(entry);
        GatheringByteWriter length = new GatheringByteWriter(16);
        length.putVar(entry.size());
        append(new EncodedEntry(length.from(0)).bytes());
        append(entry.bytes());
    }

    private int skip(int count) {
        int at = sink.size();
        sink.skip(count + 3);
        byte[] gap = new byte[count + 3];
        // The content of room before it is filled is unspecified.
        for (int i = 0; i < gap.length; i += 4) {
            int position = Math.min(i, gap.length - 4);
            sink.setInt(at + position, 0);
        }
        append(gap);
        return at;
    }

    private void fill(int at, int value) {
        if (at + 4 <= expected.length && at > 0) {
            sink.setInt(at, value);
            ByteBuffer.wrap(expected).putInt(at, value);
        }
    }

    private void truncate(List<Integer> marks, Random random) {
        int index = random.nextInt(1, marks.size() + 1);
        int mark = index == marks.size() ? sink.size() : marks.get(index);
        sink.truncate(mark);
        expected = Arrays.copyOf(expected, mark);
        marks.subList(index, marks.size()).clear();
    }

    private static EncodedEntry entry(Random random) {
        List<ByteBuffer> pieces = new ArrayList<>();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            byte[] bytes = new byte[random.nextBoolean() ? random.nextInt(5) : MAX_COPIED + random.nextInt(3)];
            random.nextBytes(bytes);
            int offset = random.nextInt(bytes.length + 1) % 3;
            pieces.add(ByteBuffer.wrap(bytes, offset, bytes.length - offset));
        }
        return new EncodedEntry(pieces);
    }

    private byte[] written(int from) {
        List<ByteBuffer> buffers = sink.from(from);
        assertThat(buffers).allMatch(ByteBuffer::hasRemaining);
        return buffers.isEmpty() ? new byte[0] : new EncodedEntry(buffers).bytes();
    }

    private void append(int length, byte[] bytes) {
        append(new byte[] { (byte) length });
        append(bytes);
    }

    private void append(byte[] bytes) {
        int at = expected.length;
        expected = Arrays.copyOf(expected, at + bytes.length);
        System.arraycopy(bytes, 0, expected, at, bytes.length);
    }
}
