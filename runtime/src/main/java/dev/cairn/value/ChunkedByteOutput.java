package dev.cairn.value;

import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Keeps the written bytes in pieces, so that no array is as large as all of them. For one thread. */
public final class ChunkedByteOutput extends OutputStream {

    /** Less than what is an array apart for the garbage collector, even with the smallest regions it has. */
    static final int PIECE_BYTES = 128 << 10;

    /** Initial size: most texts are not large. */
    private static final int FIRST_BYTES = 8 << 10;

    private final List<ByteBuffer> full = new ArrayList<>();
    private byte[] piece = new byte[FIRST_BYTES];
    private int size;

    @Override
    public void write(int octet) {
        write(new byte[] { (byte) octet }, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        int at = offset;
        int left = length;
        while (left > 0) {
            if (size == piece.length) {
                makeRoom();
            }
            int count = Math.min(left, piece.length - size);
            System.arraycopy(bytes, at, piece, size, count);
            size += count;
            at += count;
            left -= count;
        }
    }

    private void makeRoom() {
        if (size < PIECE_BYTES) {
            piece = Arrays.copyOf(piece, size * 2);
        } else {
            full.add(ByteBuffer.wrap(piece));
            piece = new byte[PIECE_BYTES];
            size = 0;
        }
    }

    /** Bytes that were written so far. */
    public long size() {
        return (long) full.size() * PIECE_BYTES + size;
    }

    /** The written bytes so far, in order. */
    public List<ByteBuffer> all() {
        List<ByteBuffer> all = new ArrayList<>(full);
        all.add(ByteBuffer.wrap(piece, 0, size));
        return all;
    }
}
