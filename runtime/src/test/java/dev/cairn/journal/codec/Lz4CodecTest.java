package dev.cairn.journal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

import org.junit.jupiter.api.Test;

import dev.cairn.spi.PayloadCodec;
import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream.BLOCKSIZE;
import net.jpountz.lz4.LZ4FrameOutputStream.FLG;

class Lz4CodecTest extends CompressionCodecContract {

    @Override
    PayloadCodec codec(int leastBytes) {
        return new Lz4Codec(true, leastBytes);
    }

    @Test
    void manyBlocksComeBack() {
        byte[] large = new String(TEXT).repeat(100).getBytes();
        assertThat(codec(0).decode(codec(0).encode(large, PLACE), PLACE)).isEqualTo(large);
    }

    @Test
    void aFrameThatDoesNotSayItsSizeIsNotOurs() throws IOException {
        assertDamaged(frame(BLOCKSIZE.SIZE_64KB, -1, FLG.Bits.BLOCK_INDEPENDENCE));
    }

    @Test
    void aSizeThatIsNotTrueIsNoticed() throws IOException {
        FLG.Bits[] withSize = { FLG.Bits.BLOCK_INDEPENDENCE, FLG.Bits.CONTENT_SIZE };
        for (long size : new long[] { 1, TEXT.length - 1, TEXT.length + 1, 2_000_000, Integer.MAX_VALUE, Long.MAX_VALUE }) {
            assertDamaged(frame(BLOCKSIZE.SIZE_64KB, size, withSize));
        }
    }

    private static byte[] frame(BLOCKSIZE blocks, long size, FLG.Bits... flags) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (LZ4FrameOutputStream frame = new LZ4FrameOutputStream(bytes, blocks, size, flags)) {
            frame.write(TEXT);
        }
        return bytes.toByteArray();
    }
}
