package dev.cairn.journal.codec;

import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.EntryPlace;
import dev.cairn.value.ChunkedByteOutput;

/**
 * Compresses entries with DEFLATE (RFC 1951).
 *
 * <pre>
 * encoded = length of the entry (4 bytes, big endian), raw DEFLATE stream
 * </pre>
 */
public final class DeflateCodec extends CompressionCodec {

    /** Its id. */
    public static final String ID = "deflate";

    private static final int ROOM_BYTES = 64 << 10;
    /** No byte of a DEFLATE stream gives more than this; so no stated length makes us take more memory than the stream is worth. */
    private static final int MAX_BYTES_PER_BYTE = 1_032;

    /**
     * @param writes false to read only
     * @param leastBytes smaller entries are left as they are
     */
    public DeflateCodec(boolean writes, int leastBytes) {
        super(ID, writes, leastBytes);
    }

    @Override
    boolean compress(EncodedEntry entry, int size, ChunkedByteOutput encoded) {
        if (size <= Integer.BYTES) {
            return false;
        }
        // Higher levels take three times as long and gain a tenth or two with JSON.
        Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
        try {
            encoded.write(ByteBuffer.allocate(Integer.BYTES).putInt(size).array(), 0, Integer.BYTES);
            byte[] room = new byte[Math.min(size, ROOM_BYTES)];
            for (ByteBuffer piece : entry.pieces()) {
                deflater.setInput(piece.duplicate());
                while (!deflater.needsInput() && encoded.size() < size) {
                    encoded.write(room, 0, deflater.deflate(room));
                }
            }
            deflater.finish();
            while (!deflater.finished() && encoded.size() < size) {
                encoded.write(room, 0, deflater.deflate(room));
            }
            return encoded.size() < size;
        } finally {
            deflater.end();
        }
    }

    @Override
    public byte[] decode(byte[] encoded, EntryPlace place) {
        if (encoded.length <= Integer.BYTES) {
            throw damaged(null);
        }
        int length = ByteBuffer.wrap(encoded).getInt();
        if (length < 0 || length > (long) encoded.length * MAX_BYTES_PER_BYTE) {
            throw damaged(null);
        }
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(encoded, Integer.BYTES, encoded.length - Integer.BYTES);
            byte[] entry = new byte[length];
            int size = inflater.inflate(entry);
            // One more byte is asked for, so that a stream that is too long is noticed; a whole one says that it ends.
            if (size != length || inflater.inflate(new byte[1]) != 0 || !inflater.finished()
                    || inflater.getRemaining() != 0) {
                throw damaged(null);
            }
            return entry;
        } catch (DataFormatException malformed) {
            throw damaged(malformed);
        } finally {
            inflater.end();
        }
    }
}
