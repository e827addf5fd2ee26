package dev.cairn.persistence.file.disk;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import java.util.zip.ZipOutputStream;

import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.RandomAccessStore;
import org.h2.mvstore.SFChunk;

/**
 * The file below an MVStore.
 *
 * <p>
 * MVStore writes a commit as one chunk: pages between a header and a footer. Its own recovery considers a chunk complete when
 * the header and the footer are, which holds after the death of a process but not of a machine: a disk may have kept both ends
 * and not the middle. So every footer written here also carries a checksum of the whole chunk, in the part that MVStore leaves
 * blank. A footer that does not match its chunk is hidden from the recovery, which then takes the previous commit. Only the
 * newest chunk needs this check: each commit is made durable before the next begins.
 *
 * <p>
 * MVStore's pages have no checksum of their content. So the first read of a chunk reads all of it and checks it against its
 * footer. This gives a checksum of each block, against which each later read is checked. A mismatch is an
 * {@link DataUtils#ERROR_FILE_CORRUPT}, never a page.
 */
public final class ChecksummedChunkFile extends RandomAccessStore {

    private static final int BLOCK_BYTES = ChunkChecksums.BLOCK_BYTES;
    private static final int FOOTER_BYTES = 128;
    /** Number of bytes of a chunk that are read at a time to check it: a multiple of a block. */
    private static final int CHECKED_BYTES = 256 * BLOCK_BYTES;
    /** Number of bytes of a chunk that are written between two syncs. */
    private static final int SLICE_BYTES = 64 * BLOCK_BYTES;
    private static final String CHECKSUM = ",crc:";
    private static final int CHECKSUM_CHARS = CHECKSUM.length() + 8;

    private final DiskFile file;
    /** Written when the chunk it points to is durable, so that it never points to an incomplete one. */
    private ByteBuffer header;
    private long headerVersion = -1;
    private long newestVerifiedVersion = -1;
    /** Of the chunks that were read or written, by where they begin. */
    private final ConcurrentSkipListMap<Long, ChunkChecksums> sums = new ConcurrentSkipListMap<>();
    private final AtomicReference<String> damage = new AtomicReference<>();
    private volatile IOException readFailure;
    private volatile Consumer<String> damageListener = what -> {};

    /**
     * @param file zeros, or the bytes that this class wrote
     * @param sizeBytes upper bound of the written part of the file: the rest is to be overwritten
     * @param config MVStore's configuration: {@code cacheSize} in MB, {@code pageSplitSize} in bytes
     */
    public ChecksummedChunkFile(DiskFile file, long sizeBytes, Map<String, Object> config) {
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
    public ChecksummedChunkFile open(String fileName, boolean readOnly) {
        throw new UnsupportedOperationException("A full copy is never made of " + file.name());
    }

    /** The first damage that was found, or null. */
    public String damage() {
        return damage.get();
    }

    /** The last failure of the disk to read, or null. MVStore may have taken it for the end of what was written. */
    public IOException readFailure() {
        return readFailure;
    }

    /** Told once, on the thread that reads, of damage that is found from now on. */
    public void onDamage(Consumer<String> listener) {
        damageListener = listener;
    }

    /** True if a commit newer than the readable one was durable. */
    public boolean isBehindHeader() {
        SFChunk newest = lastChunk;
        return DataUtils.readHexLong(storeHeader, "version", 0) > (newest == null ? 0 : newest.version);
    }

    /**
     * Reads all chunks that are needed.
     *
     * @throws org.h2.mvstore.MVStoreException if one is damaged
     */
    public void checkAll() {
        neededChunks().forEach(chunk -> readNoting(() -> check(chunk, false)));
    }

    /** The chunks with something that is needed. */
    public List<SFChunk> neededChunks() {
        return getChunks().values().stream().filter(chunk -> chunk.block > 0 && chunk.maxLenLive > 0).toList();
    }

    private <T> T readNoting(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (MVStoreException e) {
            // A disk that could not read may well do so the next time.
            if (e.getErrorCode() == DataUtils.ERROR_FILE_CORRUPT && damage.compareAndSet(null, e.getMessage())) {
                damageListener.accept(e.getMessage());
            }
            throw e;
        }
    }

    @Override
    public ByteBuffer readFully(SFChunk chunk, long position, int length) {
        if (chunk != null) {
            return readNoting(() -> readChecked(chunk, position, length));
        }
        ByteBuffer buffer = ByteBuffer.allocate(length);
        read(buffer, position);
        boolean footer = length == FOOTER_BYTES && (position + length) % BLOCK_BYTES == 0;
        if (footer && !complete(buffer.array(), position + length)) {
            return ByteBuffer.allocate(length);
        }
        return buffer;
    }

    private ByteBuffer readChecked(SFChunk chunk, long position, int length) {
        ChunkChecksums known = check(chunk, true);
        long first = position / BLOCK_BYTES * BLOCK_BYTES;
        long end = (position + length + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
        ByteBuffer blocks = ByteBuffer.allocate((int) (Math.min(end, known.end()) - first));
        read(blocks, first);
        long changed = known.firstChanged(blocks, first);
        if (changed >= 0) {
            throw damaged("the block at byte " + changed + " does not fit its checksum");
        }
        return blocks.slice((int) (position - first), length);
    }

    /**
     * The sums of a chunk, which is read if it was not.
     *
     * @param remembered false to read it in any case
     */
    private ChunkChecksums check(SFChunk chunk, boolean remembered) {
        long start = chunk.block * BLOCK_BYTES;
        ChunkChecksums found = remembered ? sums.get(start) : null;
        if (found == null || !found.isOf(chunk.version)) {
            long length = (long) chunk.len * BLOCK_BYTES;
            String footer = start < 2 * BLOCK_BYTES || chunk.len <= 0 || start + length > size() ? "" : footer(start + length);
            found = hexField(footer, "version:") == chunk.version && hexField(footer, "chunk:") == chunk.id
                    ? sumsOf(start, chunk.version, chunk.len, footer)
                    : null;
            if (found == null) {
                throw damaged("the " + length + " bytes at byte " + start + " do not fit their checksum");
            }
            sums.put(start, found);
        }
        return found;
    }

    private String footer(long chunkEnd) {
        ByteBuffer footer = ByteBuffer.allocate(FOOTER_BYTES);
        read(footer, chunkEnd - FOOTER_BYTES);
        return new String(footer.array(), StandardCharsets.ISO_8859_1);
    }

    /** The sums of a chunk that fits its footer, or null. */
    private ChunkChecksums sumsOf(long start, long version, int blocks, String footer) {
        int checksumAt = footer.indexOf(CHECKSUM);
        long length = (long) blocks * BLOCK_BYTES;
        long checkedBytes = length - FOOTER_BYTES + checksumAt;
        ChunkChecksums found = new ChunkChecksums(start, version, blocks);
        CRC32C crc = new CRC32C();
        for (long done = 0; done < length; done += CHECKED_BYTES) {
            ByteBuffer part = ByteBuffer.allocate((int) Math.min(CHECKED_BYTES, length - done));
            read(part, start + done);
            found.add(part.array(), 0, part.limit());
            crc.update(part.array(), 0, (int) Math.max(0, Math.min(part.limit(), checkedBytes - done)));
        }
        return checksumAt >= 0 && (int) crc.getValue() == (int) hexField(footer, CHECKSUM) ? found : null;
    }

    private static MVStoreException damaged(String what) {
        return DataUtils.newMVStoreException(DataUtils.ERROR_FILE_CORRUPT, "{0}", what);
    }

    private void read(ByteBuffer buffer, long position) {
        try {
            file.read(buffer, position);
        } catch (EOFException e) {
            throw damaged("the file ends at byte " + position + " or soon after it");
        } catch (IOException e) {
            readFailure = e;
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
            remember(chunk, position, source);
        }
        if (chunk == null && position == 0) {
            header = ByteBuffer.allocate(length).put(source).flip();
        } else {
            writeInSlices(source, position);
        }
        setSize(Math.max(size(), position + length));
    }

    private void remember(SFChunk chunk, long position, ByteBuffer source) {
        int length = source.remaining();
        Map.Entry<Long, ChunkChecksums> before = sums.lowerEntry(position);
        if (before != null && before.getValue().end() > position) {
            sums.remove(before.getKey());
        }
        sums.subMap(position, position + length).clear();
        ChunkChecksums written = new ChunkChecksums(position, chunk.version, length / BLOCK_BYTES);
        written.add(source.array(), source.arrayOffset() + source.position(), length);
        sums.put(position, written);
    }

    /**
     * Syncs each slice except the last one before it writes the next. A commit of the log waits behind everything that the disk
     * has to sync.
     */
    private void writeInSlices(ByteBuffer source, long position) {
        long at = position;
        while (source.remaining() > SLICE_BYTES) {
            ByteBuffer slice = source.slice(source.position(), SLICE_BYTES);
            source.position(source.position() + SLICE_BYTES);
            write(slice, at);
            force();
            at += SLICE_BYTES;
        }
        write(source, at);
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
        String text = CHECKSUM + String.format("%08x", ChunkChecksums.crc(bytes, first, at - first));
        System.arraycopy(text.getBytes(StandardCharsets.ISO_8859_1), 0, bytes, at, CHECKSUM_CHARS);
    }

    private boolean complete(byte[] footer, long end) {
        String text = new String(footer, StandardCharsets.ISO_8859_1);
        long blocks = hexField(text, "len:");
        long version = hexField(text, "version:");
        if (!text.contains(CHECKSUM) || blocks <= 0 || version < 0 || end - blocks * BLOCK_BYTES < 2 * BLOCK_BYTES
                || blocks * BLOCK_BYTES > Integer.MAX_VALUE) {
            return false;
        }
        if (version < newestVerifiedVersion) {
            return true;
        }
        long start = end - blocks * BLOCK_BYTES;
        ChunkChecksums found = sumsOf(start, version, (int) blocks, text);
        if (found == null) {
            return false;
        }
        sums.put(start, found);
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
     * The two first blocks, as MVStore writes them. It writes them less often, and finds later chunks by their expected
     * positions. That chain may lead over a chunk that is no longer needed, and is being overwritten when the power fails.
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
