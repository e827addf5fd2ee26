package dev.cairn.persistence.file;

import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;

import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.LongDataType;

/**
 * One file of the log: an MVStore with one map from addresses to blocks of records. It is written from its first byte to its last,
 * and never again once another one was begun; it goes away whole.
 *
 * <p>
 * One thread writes; any number read at the same time.
 */
final class Segment {

    /** What a file is called while it is being made; one that is found may be deleted. */
    static final String UNFINISHED = "journal.new";

    private static final long UNKNOWN = -1;
    private static final String NAME_PREFIX = "journal-";
    private static final String NAME_SUFFIX = ".mv";
    private static final int CACHE_MEGABYTES = 1;
    private static final Map<String, Object> FILE_CONFIG = Map.of("cacheSize", CACHE_MEGABYTES, "pageSplitSize", 4096);

    private final Disk disk;
    private final long sequence;
    private volatile long start;
    private volatile long end;
    private volatile long fileBytes;
    private volatile Content content;
    private long appendedEnd = UNKNOWN;

    private Segment(Disk disk, long sequence, long start, long end, long fileBytes) {
        this.disk = disk;
        this.sequence = sequence;
        this.start = start;
        this.end = end;
        this.fileBytes = fileBytes;
    }

    /** The name of the file that was begun as the n-th of its directory. */
    static String nameOf(long sequence) {
        return NAME_PREFIX + String.format("%08x", sequence) + NAME_SUFFIX;
    }

    static boolean isName(String name) {
        return name.matches(NAME_PREFIX + "[0-9a-f]{8,15}" + NAME_SUFFIX.replace(".", "\\."));
    }

    static long sequenceOf(String name) {
        return Long.parseLong(name, NAME_PREFIX.length(), name.length() - NAME_SUFFIX.length(), 16);
    }

    /**
     * Makes an empty one. Its file gets its name when it is complete, so a file of that name always is.
     *
     * @param file zeros, or nothing
     */
    static Segment create(Disk disk, DiskFile file, long sequence) throws IOException {
        Segment segment = new Segment(disk, sequence, UNKNOWN, UNKNOWN, file.size());
        ChunkFile chunks = new ChunkFile(file, 0, true, FILE_CONFIG);
        MVStore store = open(chunks);
        store.setStoreVersion(Index.FORMAT);
        segment.content = new Content(chunks, store);
        segment.commit();
        disk.rename(file.name(), segment.name());
        disk.force();
        return segment;
    }

    /**
     * One that was completely durable before the store was opened; it is looked into when something is read from it.
     *
     * @param end address behind its last record, or a later one
     */
    static Segment sealed(Disk disk, long sequence, long start, long end, long fileBytes) {
        return new Segment(disk, sequence, start, end, fileBytes);
    }

    /**
     * Looks into one up to its last complete commit, which is made durable: the store may have died between writing it and making it
     * so, and what is built on it from now on must not lose it.
     *
     * @throws dev.cairn.spi.StoreException if it is damaged, or of another format
     */
    static Segment recover(Disk disk, long sequence, long fileBytes) {
        Segment segment = new Segment(disk, sequence, UNKNOWN, UNKNOWN, fileBytes);
        Content found = segment.content();
        found.chunks.sync();
        Long first = found.blocks.firstKey();
        if (first != null) {
            long last = found.blocks.lastKey();
            segment.start = first;
            segment.end = last + found.blocks.get(last).length;
        }
        return segment;
    }

    private static MVStore open(ChunkFile chunks) {
        return new MVStore.Builder().adoptFileStore(chunks).autoCommitDisabled().autoCommitBufferSize(0).open();
    }

    private Content content() {
        Content opened = content;
        if (opened == null) {
            synchronized (this) {
                opened = content;
                if (opened == null) {
                    opened = openContent();
                    content = opened;
                }
            }
        }
        return opened;
    }

    private Content openContent() {
        try {
            DiskFile file = disk.open(name(), false);
            try {
                ChunkFile chunks = new ChunkFile(file, file.size(), true, FILE_CONFIG);
                MVStore store = open(chunks);
                if (store.getStoreVersion() != Index.FORMAT) {
                    throw Failures.unknownFormat(disk.location(), name(), Integer.toString(store.getStoreVersion()));
                }
                return new Content(chunks, store);
            } catch (RuntimeException e) {
                file.close();
                throw e;
            }
        } catch (MVStoreException | IllegalArgumentException | IOException e) {
            throw Failures.damaged(disk.location(), name(), "this is not a readable segment of a journal", e);
        }
    }

    String name() {
        return nameOf(sequence);
    }

    /** Which file of its directory it is. */
    long sequence() {
        return sequence;
    }

    /** True if nothing was written to it. */
    boolean isEmpty() {
        return start == end;
    }

    /** Gives an empty one the address of its first record. */
    void begin(long address) {
        start = address;
        end = address;
        appendedEnd = address;
    }

    /** Address of its first record. */
    long start() {
        return start;
    }

    /** The address behind its last record, or a later one at which no other segment has begun. */
    long end() {
        return end;
    }

    /** How many bytes of the disk it takes. */
    long fileBytes() {
        return fileBytes;
    }

    /** How many bytes were written to it. */
    long writtenBytes() {
        return content.chunks.size();
    }

    /** Adds records at {@link #end()}; they are durable after {@link #commit()}. */
    void append(LogBatch batch) {
        batch.blocks(content.blocks::put);
        appendedEnd = batch.end();
    }

    /** Makes durable what was appended. */
    void commit() {
        content.store.commit();
        content.chunks.sync();
        fileBytes = Math.max(fileBytes, content.chunks.size());
        end = appendedEnd;
    }

    /** Gives back what the file has beyond what was written to it; nothing more is. */
    void trim() throws IOException {
        content.chunks.trim();
        // What was just written is not what will be read next.
        content.chunks.setCacheSize(CACHE_MEGABYTES);
        fileBytes = content.chunks.size();
    }

    /** Reads the payload of the record at an address. */
    byte[] read(long address) {
        return guarded(() -> reader(address).next());
    }

    /** Reads records in order, beginning with the one at an address. Not while it is being written. */
    SegmentReader reader(long address) {
        MVMap<Long, byte[]> blocks = content().blocks;
        // The block that covers an address is the last that begins at or before it.
        Long block = blocks.floorKey(address);
        Cursor<Long, byte[]> cursor = blocks.cursor(block == null ? address : block);
        return new SegmentReader(name(), address, cursor);
    }

    /** Does something that reads, while MVStore keeps what is being read. */
    private <T> T guarded(Supplier<T> reading) {
        MVStore store = content().store;
        MVStore.TxCounter usage = store.registerVersionUsage();
        try {
            return reading.get();
        } finally {
            store.deregisterVersionUsage(usage);
        }
    }

    /** Writes nothing: what was committed is durable, and the rest was never acknowledged. */
    synchronized void close() {
        if (content != null) {
            content.store.closeImmediately();
        }
    }

    /** What is in the file. */
    private static final class Content {

        private final ChunkFile chunks;
        private final MVStore store;
        private final MVMap<Long, byte[]> blocks;

        Content(ChunkFile chunks, MVStore store) {
            this.chunks = chunks;
            this.store = store;
            this.blocks = store.openMap("blocks",
                    new MVMap.Builder<Long, byte[]>().keyType(LongDataType.INSTANCE).valueType(ByteArrayDataType.INSTANCE));
        }
    }
}
