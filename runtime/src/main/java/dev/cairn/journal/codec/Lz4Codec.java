package dev.cairn.journal.codec;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.EntryPlace;
import dev.cairn.value.ChunkedByteOutput;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4FrameInputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream.BLOCKSIZE;
import net.jpountz.lz4.LZ4FrameOutputStream.FLG;
import net.jpountz.xxhash.XXHash32;
import net.jpountz.xxhash.XXHashFactory;

/**
 * Compresses entries with LZ4. It is several times as fast as DEFLATE, and leaves about twice as much.
 *
 * <pre>
 * encoded = one LZ4 frame (LZ4 frame format 1.6), with the size of its content and independent blocks
 * </pre>
 */
public final class Lz4Codec extends CompressionCodec {

    /** Its id. */
    public static final String ID = "lz4";

    /** No byte of an LZ4 block gives more than this; so no stated size makes us take more memory than the frame is worth. */
    private static final int MAX_BYTES_PER_BYTE = 255;
    // In Java alone: neither native code nor anything that reads memory without looking where it ends.
    private static final LZ4Factory LZ4 = LZ4Factory.safeInstance();
    private static final XXHash32 HASH = XXHashFactory.safeInstance().hash32();

    /**
     * @param writes false to read only
     * @param leastBytes smaller entries are left as they are
     */
    public Lz4Codec(boolean writes, int leastBytes) {
        super(ID, writes, leastBytes);
    }

    @Override
    boolean compress(EncodedEntry entry, int size, ChunkedByteOutput encoded) {
        try (LZ4FrameOutputStream frame = new LZ4FrameOutputStream(encoded, BLOCKSIZE.SIZE_256KB, size,
                LZ4.fastCompressor(), HASH, FLG.Bits.BLOCK_INDEPENDENCE, FLG.Bits.CONTENT_SIZE)) {
            for (ByteBuffer piece : entry.pieces()) {
                frame.write(piece.array(), piece.arrayOffset() + piece.position(), piece.remaining());
            }
        } catch (IOException impossible) {
            throw new IllegalStateException("Cannot compress in memory", impossible);
        }
        return encoded.size() < size;
    }

    @Override
    public byte[] decode(byte[] encoded, EntryPlace place) {
        ByteArrayInputStream in = new ByteArrayInputStream(encoded);
        try (LZ4FrameInputStream frame = new LZ4FrameInputStream(in, LZ4.safeDecompressor(), HASH, true)) {
            long size = frame.getExpectedContentSize();
            if (size < 0 || size > (long) encoded.length * MAX_BYTES_PER_BYTE || size > Integer.MAX_VALUE) {
                throw damaged(null);
            }
            byte[] entry = new byte[(int) size];
            // One more byte is asked for, so that a frame that holds more is noticed, and its end is read.
            if (frame.readNBytes(entry, 0, entry.length) != size || frame.read() >= 0 || in.available() > 0) {
                throw damaged(null);
            }
            return entry;
        } catch (IOException | LZ4Exception malformed) {
            throw damaged(malformed);
        }
    }
}
