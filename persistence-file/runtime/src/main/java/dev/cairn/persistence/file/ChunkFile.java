package dev.cairn.persistence.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.CRC32C;
import java.util.zip.ZipOutputStream;

import org.h2.mvstore.DataUtils;
import org.h2.mvstore.RandomAccessStore;
import org.h2.mvstore.SFChunk;

/**
 * The file below an MVStore.
 *
 * <p>
 * MVStore writes a commit as one chunk: pages between a header and a footer. Its own recovery takes a chunk for complete when the
 * header and the footer are, which holds after the death of a process but not of a machine: a disk may have kept both ends and not
 * the middle. So every footer written here also carries a checksum of the whole chunk, in the part that MVStore leaves blank, and a
 * footer whose chunk does not fit it is not shown to the recovery, which then takes the commit before.
 *
 * <p>
 * Only the newest chunk needs that look: each commit is made durable before the next begins.
 */
final class ChunkFile extends RandomAccessStore {

    private static final int BLOCK_BYTES = 4 * 1024;
    private static final int FOOTER_BYTES = 128;
    private static final String CHECKSUM = ",crc:";
    private static final int CHECKSUM_CHARS = CHECKSUM.length() + 8;

    private final DiskFile file;
    /** Written when the chunk it points to is durable, so that it never points to one that may be incomplete. */
    private ByteBuffer header;
    private long headerVersion = -1;
    private long newestVerifiedVersion = -1;

    /**
     * @param file zeros, or what was written through this class
     * @param sizeBytes how much of the file may have been written: what is behind is to be overwritten
     * @param config what MVStore wants to know of its file: {@code cacheSize} in MB, {@code pageSplitSize} in bytes
     */
    ChunkFile(DiskFile file, long sizeBytes, Map<String, Object> config) {
        super(config);
        this.file = file;
        init(file.name(), false);
        setReuseSpace(true);
        // A dead chunk may be overwritten from the next commit on: the commit that no longer needs it is durable by then.
        setRetentionTime(0);
        setSize(sizeBytes);
    }

    @Override
    public void open(String fileName, boolean readOnly, char[] encryptionKey) {
        throw new UnsupportedOperationException("This file is open: " + file.name());
    }

    @Override
    public ChunkFile open(String fileName, boolean readOnly) {
        throw new UnsupportedOperationException("A full copy is never made of " + file.name());
    }

    @Override
    public ByteBuffer readFully(SFChunk chunk, long position, int length) {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        read(buffer, position);
        boolean footer = chunk == null && length == FOOTER_BYTES && (position + length) % BLOCK_BYTES == 0;
        if (footer && !complete(buffer.array(), position + length)) {
            return ByteBuffer.allocate(length);
        }
        return buffer;
    }

    private void read(ByteBuffer buffer, long position) {
        try {
            file.read(buffer, position);
        } catch (IOException e) {
            throw DataUtils.newMVStoreException(DataUtils.ERROR_READING_FAILED, "{0}", e.getMessage(), e);
        }
        buffer.flip();
        readCount.incrementAndGet();
        readBytes.addAndGet(buffer.limit());
    }

    @Override
    protected void writeFully(SFChunk chunk, long position, ByteBuffer source) {
        int length = source.remaining();
        if (chunk != null) {
            stamp(source);
        }
        if (chunk == null && position == 0) {
            header = ByteBuffer.allocate(length).put(source).flip();
        } else {
            write(source, position);
        }
        setSize(Math.max(size(), position + length));
    }

    private void write(ByteBuffer source, long position) {
        writeCount.incrementAndGet();
        writeBytes.addAndGet(source.remaining());
        try {
            file.write(source, position);
        } catch (IOException e) {
            throw DataUtils.newMVStoreException(DataUtils.ERROR_WRITING_FAILED, "{0}", e.getMessage(), e);
        }
    }

    /** Puts the checksum of a chunk right behind MVStore's own of the footer, where its parser stops. */
    private static void stamp(ByteBuffer chunk) {
        int start = chunk.position();
        int end = chunk.limit();
        byte[] bytes = chunk.array();
        int footer = chunk.arrayOffset() + end - FOOTER_BYTES;
        int at = footer;
        while (bytes[at] != ' ') {
            at++;
        }
        if (at + CHECKSUM_CHARS >= footer + FOOTER_BYTES) {
            throw DataUtils.newMVStoreException(DataUtils.ERROR_INTERNAL, "No room for a checksum in the footer of {0}", chunk);
        }
        int first = chunk.arrayOffset() + start;
        String text = CHECKSUM + String.format("%08x", crc(bytes, first, at - first));
        System.arraycopy(text.getBytes(StandardCharsets.ISO_8859_1), 0, bytes, at, CHECKSUM_CHARS);
    }

    private boolean complete(byte[] footer, long end) {
        String text = new String(footer, StandardCharsets.ISO_8859_1);
        int checksumAt = text.indexOf(CHECKSUM);
        long blocks = hexField(text, "len:");
        long version = hexField(text, "version:");
        if (checksumAt < 0 || blocks <= 0 || version < 0 || end - blocks * BLOCK_BYTES < 2 * BLOCK_BYTES
                || blocks * BLOCK_BYTES > Integer.MAX_VALUE) {
            return false;
        }
        if (version < newestVerifiedVersion) {
            return true;
        }
        int length = (int) (blocks * BLOCK_BYTES);
        ByteBuffer chunk = ByteBuffer.allocate(length);
        read(chunk, end - length);
        long expected = hexField(text, CHECKSUM);
        if (crc(chunk.array(), 0, length - FOOTER_BYTES + checksumAt) != (int) expected) {
            return false;
        }
        newestVerifiedVersion = version;
        return true;
    }

    /** The number behind a name in a footer, or -1. */
    private static long hexField(String text, String name) {
        int at = text.indexOf(name);
        if (at < 0) {
            return -1;
        }
        long value = 0;
        int digits = 0;
        for (int i = at + name.length(); i < text.length(); i++) {
            int digit = Character.digit(text.charAt(i), 16);
            if (digit < 0 || digits == 15) {
                break;
            }
            value = value << 4 | digit;
            digits++;
        }
        return digits == 0 ? -1 : value;
    }

    private static int crc(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }

    /** Returns when everything written is on the disk, and the next opening finds it. */
    @Override
    public void sync() {
        force();
        SFChunk newest = lastChunk;
        if (newest != null && newest.version != headerVersion) {
            header = headerOf(newest);
            headerVersion = newest.version;
        }
        if (header != null) {
            write(header, 0);
            header = null;
            force();
        }
    }

    /**
     * The two first blocks, as MVStore writes them. It writes them less often, and finds what came after by the place where it
     * expected the next chunk to be; but that chain may lead over a chunk that is no longer needed, and is being overwritten when
     * the power fails.
     */
    private ByteBuffer headerOf(SFChunk chunk) {
        storeHeader.put("block", chunk.block);
        storeHeader.put("chunk", chunk.id);
        storeHeader.put("version", chunk.version);
        StringBuilder text = DataUtils.appendMap(new StringBuilder(), storeHeader);
        byte[] fields = text.toString().getBytes(StandardCharsets.ISO_8859_1);
        DataUtils.appendMap(text, "fletcher", DataUtils.getFletcher32(fields, 0, fields.length));
        byte[] block = text.append('\n').toString().getBytes(StandardCharsets.ISO_8859_1);
        return ByteBuffer.allocate(2 * BLOCK_BYTES).put(0, block).put(BLOCK_BYTES, block);
    }

    private void force() {
        try {
            file.force();
        } catch (IOException e) {
            throw DataUtils.newMVStoreException(DataUtils.ERROR_WRITING_FAILED, "{0}", e.getMessage(), e);
        }
    }

    @Override
    protected void truncate(long size) {
        try {
            file.truncate(size);
        } catch (IOException e) {
            throw DataUtils.newMVStoreException(DataUtils.ERROR_WRITING_FAILED, "{0}", e.getMessage(), e);
        }
        setSize(Math.min(size(), size));
        writeCount.incrementAndGet();
    }

    @Override
    public int getDefaultRetentionTime() {
        return 0;
    }

    @Override
    public void backup(ZipOutputStream out) {
        throw new UnsupportedOperationException("Copy the directory of " + file.name() + " while the store is closed");
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw DataUtils.newMVStoreException(DataUtils.ERROR_WRITING_FAILED, "{0}", e.getMessage(), e);
        } finally {
            super.close();
        }
    }

    @Override
    public String toString() {
        return file.name();
    }
}
