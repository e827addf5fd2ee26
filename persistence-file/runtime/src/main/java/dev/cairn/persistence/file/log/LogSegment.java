package dev.cairn.persistence.file.log;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

import dev.cairn.persistence.file.disk.DiskFile;
import dev.cairn.persistence.file.disk.FileReadBuffer;
import dev.cairn.persistence.file.disk.FileStoreExceptionFactory;
import dev.cairn.persistence.file.disk.StoreDisk;
import dev.cairn.persistence.file.index.PersistentStoreIndex;

/**
 * One file of the log: a header, and behind it the groups of records that were committed, one after another. It is written from its
 * first byte to its last, and never again once another one was begun; it goes away whole.
 *
 * <p>
 * Header and groups begin at multiples of {@link #BLOCK_BYTES}, so a block that has something acknowledged is never written again. An
 * address is the place in the file, counted from the start of the segment, so that nothing has to be looked up to read a record.
 *
 * <p>
 * One thread writes; any number read at the same time.
 */
public final class LogSegment implements AutoCloseable {

    /** Name of a file while it is being made; a leftover may be deleted. */
    public static final String UNFINISHED = "journal.new";
    /** Disks write no less than this at once. */
    public static final int BLOCK_BYTES = 4 * 1024;
    /** The formats of files with an {@linkplain #isEarlierName earlier name}. */
    static final String EARLIER_FORMATS = "2 or earlier";
    /** The address of what was not found. */
    static final long UNKNOWN = -1;

    private static final String NAME_PREFIX = "journal-";
    private static final String NAME_SUFFIX = ".log";
    private static final String NUMBER = "[0-9a-f]{8,15}";
    private static final String EARLIER_NAME = NAME_PREFIX + NUMBER + "\\.mv";
    /** Most records are shorter than this, and most groups are. */
    private static final int RECORD_BYTES = 4 * 1024;
    private static final int READ_AHEAD_BYTES = 64 * 1024;

    private final StoreDisk disk;
    private final long sequence;
    private volatile long start;
    private volatile long end;
    private volatile long fileBytes;
    private volatile DiskFile file;
    private volatile int format = PersistentStoreIndex.FORMAT;

    private LogSegment(StoreDisk disk, long sequence, long start, long end, long fileBytes) {
        this.disk = disk;
        this.sequence = sequence;
        this.start = start;
        this.end = end;
        this.fileBytes = fileBytes;
    }

    /** The name of the file that was begun as the n-th of its directory. */
    public static String nameOf(long sequence) {
        return NAME_PREFIX + String.format("%08x", sequence) + NAME_SUFFIX;
    }

    public static boolean isName(String name) {
        return name.matches(NAME_PREFIX + NUMBER + NAME_SUFFIX.replace(".", "\\."));
    }

    /** True for a file of a format before this one. */
    static boolean isEarlierName(String name) {
        return name.matches(EARLIER_NAME);
    }

    public static long sequenceOf(String name) {
        return Long.parseLong(name, NAME_PREFIX.length(), name.length() - NAME_SUFFIX.length(), 16);
    }

    /** Position of an address in a file. */
    static long position(long start, long address) {
        return BLOCK_BYTES + address - start;
    }

    /** The first position from one on at which a group may begin. */
    static long nextBlock(long position) {
        return (position + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
    }

    /**
     * Makes an empty one. Its file gets its name when it is complete, so a file of that name always is. If it cannot be made, its file
     * is closed and deleted.
     *
     * @param file zeros, or nothing
     */
    public static LogSegment create(StoreDisk disk, DiskFile file, long sequence) throws IOException {
        String name = file.name();
        try {
            file.write(SegmentHeader.of(PersistentStoreIndex.FORMAT, sequence), 0);
            file.force();
            LogSegment segment = new LogSegment(disk, sequence, UNKNOWN, UNKNOWN, file.size());
            segment.file = file;
            disk.rename(name, segment.name());
            name = segment.name();
            disk.force();
            return segment;
        } catch (IOException | RuntimeException e) {
            discard(disk, file, name, e);
            throw e;
        }
    }

    /** A failure to close or delete is added to the original failure; the next start deletes the file. */
    private static void discard(StoreDisk disk, DiskFile file, String name, Exception failure) {
        try {
            file.close();
            disk.delete(name);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /**
     * A segment that was completely durable before the store was opened; it is examined at the first read.
     *
     * @param end address behind its last record, or a later one
     */
    public static LogSegment sealed(StoreDisk disk, long sequence, long start, long end, long fileBytes) {
        return new LogSegment(disk, sequence, start, end, fileBytes);
    }

    /**
     * Looks into one up to its last complete commit, which is made durable: the store may have died between writing it and making it
     * so, and what is built on it from now on must not lose it.
     *
     * @throws dev.cairn.spi.StoreException if it is damaged, or of another format
     */
    public static LogSegment recover(StoreDisk disk, long sequence, long fileBytes) throws IOException {
        LogSegment segment = new LogSegment(disk, sequence, UNKNOWN, UNKNOWN, fileBytes);
        try {
            segment.file().force();
            SegmentScan scan = new SegmentScan(segment.window(fileBytes, READ_AHEAD_BYTES), sequence).run();
            segment.start = scan.start();
            segment.end = scan.end();
            return segment;
        } catch (IllegalStateException e) {
            segment.close();
            throw FileStoreExceptionFactory.damaged(disk.location(), segment.name(), e.getMessage(), e);
        } catch (IOException | RuntimeException e) {
            segment.close();
            throw e;
        }
    }

    private DiskFile file() {
        DiskFile opened = file;
        if (opened == null) {
            synchronized (this) {
                opened = file;
                if (opened == null) {
                    opened = open();
                    file = opened;
                }
            }
        }
        return opened;
    }

    private DiskFile open() {
        try {
            DiskFile opened = disk.open(name(), false);
            try {
                format = SegmentHeader.check(disk, new FileReadBuffer(name(), opened, fileBytes, BLOCK_BYTES), sequence);
                return opened;
            } catch (RuntimeException e) {
                opened.close();
                throw e;
            }
        } catch (IllegalStateException | IOException e) {
            throw FileStoreExceptionFactory.damaged(disk.location(), name(), "it cannot be read: " + e.getMessage(), e);
        }
    }

    private FileReadBuffer window(long limit, int capacity) {
        return new FileReadBuffer(name(), file(), limit, (int) Math.min(limit, capacity));
    }

    public String name() {
        return nameOf(sequence);
    }

    /** Which file of its directory it is. */
    public long sequence() {
        return sequence;
    }

    /** True if its records, and those of the segments behind it, have the newest row of each instance that they have entries of. */
    public boolean keepsRows() {
        return format > PersistentStoreIndex.OLDEST_FORMAT;
    }

    /** True if nothing was written to it. */
    public boolean isEmpty() {
        return start == end;
    }

    /** True if an empty one has only zeros where its first group would begin. */
    public boolean isBlank() {
        int length = (int) Math.min(BLOCK_BYTES, fileBytes - BLOCK_BYTES);
        for (byte one : window(fileBytes, BLOCK_BYTES).copy(BLOCK_BYTES, length)) {
            if (one != 0) {
                return false;
            }
        }
        return true;
    }

    /** Gives an empty one the address of its first group. */
    public void begin(long address) {
        start = address;
        end = address;
    }

    /** Address of its first group. */
    public long start() {
        return start;
    }

    /** The address behind its last group and the rest of its block, or a later one at which no other segment has begun. */
    public long end() {
        return end;
    }

    /** Size of its file on disk in bytes. */
    public long fileBytes() {
        return fileBytes;
    }

    /** Number of bytes that were written to it. */
    public long writtenBytes() {
        return position(start, end);
    }

    /** Makes records durable, as the group at {@link #end()}. */
    public void commit(LogBatch batch) throws IOException {
        long groupEnd = position(start, end);
        for (ByteBuffer buffer : batch.group(sequence)) {
            int count = buffer.remaining();
            file.write(buffer, groupEnd);
            groupEnd += count;
        }
        file.force();
        fileBytes = Math.max(fileBytes, groupEnd);
        // Behind the lines above: up to here anyone may read, and what is here is acknowledged.
        end = start + nextBlock(groupEnd) - BLOCK_BYTES;
    }

    /** Gives back what the file has beyond what was written to it; nothing more is. */
    public void trim() throws IOException {
        file.truncate(writtenBytes());
        fileBytes = Math.min(fileBytes, writtenBytes());
    }

    /**
     * Reads the payload of the record at an address.
     *
     * @throws IllegalStateException if it cannot be read, or is damaged
     */
    public byte[] read(long address) {
        FileReadBuffer window = window(readableBytes(), RECORD_BYTES);
        return SegmentReader.payload(window, position(start, address), window.limit());
    }

    /** Reads records in order, beginning with those of the group at an address. Not while it is being written. */
    public SegmentReader reader(long group) {
        return new SegmentReader(window(readableBytes(), READ_AHEAD_BYTES), sequence, start, group);
    }

    private long readableBytes() {
        return Math.min(writtenBytes(), fileBytes);
    }

    /** Writes nothing: what was committed is durable, and the rest was never acknowledged. */
    @Override
    public synchronized void close() {
        if (file != null) {
            try {
                file.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
