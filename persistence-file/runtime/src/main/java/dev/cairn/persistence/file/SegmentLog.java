package dev.cairn.persistence.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

import dev.cairn.persistence.file.disk.StoreDisk;
import dev.cairn.persistence.file.log.LogBatch;
import dev.cairn.persistence.file.log.LogSegment;
import dev.cairn.persistence.file.record.ByteReader;
import dev.cairn.persistence.file.record.InstanceRecordChain;
import dev.cairn.persistence.file.record.LogRecord;
import dev.cairn.persistence.file.record.RecordCodec;

/**
 * The committed records that are still needed, in the order of their addresses, in segments.
 *
 * <p>
 * One thread commits, one thread drops segments, and any number of threads read.
 */
final class SegmentLog {

    private static final long LARGEST_SEGMENT_BYTES = 256L * 1024 * 1024;
    /** Less of a file stays as it is: it can be written to when the file is used again. */
    private static final int UNUSED_PART = 4;

    private final StoreDisk disk;
    private final AtomicLong sequence;
    private final SegmentPreallocator spare;
    private final long usualSegmentBytes;
    private volatile long segmentBytes;
    /** Written by the thread that commits. */
    private volatile long headBytes;
    private volatile boolean committing;
    private final ConcurrentSkipListMap<Long, LogSegment> segments = new ConcurrentSkipListMap<>();
    private final ReentrantReadWriteLock dropping = new ReentrantReadWriteLock();
    private final Queue<LogSegment> full = new ConcurrentLinkedQueue<>();
    private final LogBatch batch = new LogBatch();
    private volatile LogSegment head;

    /**
     * @param disk the disk of the files
     * @param found the existing segments, without gaps
     * @param start address to continue from: the end of the last of them
     * @param sequence number of the last existing file
     * @param sizing sizes of the files
     */
    SegmentLog(StoreDisk disk, List<LogSegment> found, long start, long sequence, StoreMaintenanceThresholds sizing)
            throws IOException {
        this.disk = disk;
        this.usualSegmentBytes = sizing.segmentBytes();
        this.headBytes = sizing.firstSegmentBytes();
        this.segmentBytes = usualSegmentBytes;
        this.sequence = new AtomicLong(sequence);
        this.spare = new SegmentPreallocator(disk, this.sequence::incrementAndGet);
        for (LogSegment segment : found) {
            segments.put(segment.start(), segment);
        }
        begin(start);
    }

    /** Location of its files, for messages. */
    String location() {
        return disk.location();
    }

    private void begin(long start) throws IOException {
        LogSegment next = spare.take();
        if (next == null) {
            next = LogSegment.create(disk, disk.open(LogSegment.UNFINISHED, true), sequence.incrementAndGet());
        }
        next.begin(start);
        // In this order, because the cleaner drops an empty segment that is not the head.
        head = next;
        segments.put(start, next);
        batch.restart(start);
        headBytes = Math.min(headBytes, segmentBytes);
        spare.want(Math.min(2 * headBytes, segmentBytes));
    }

    /** True if a part of the next segment has to be prepared now. Belongs to the thread that drops. */
    boolean hasToPrepare() {
        return spare.isDue(headPart());
    }

    /** Prepares a small part of the next segment, if no commit is under way or the segment is late. Belongs to the thread that drops. */
    void prepare() {
        if (!committing || isLate()) {
            spare.step(headPart());
        }
    }

    /** True if the log grows faster than the next segment. */
    boolean isLate() {
        return spare.isLate(headPart());
    }

    private double headPart() {
        return (double) head.writtenBytes() / headBytes;
    }

    /** The batch to which records are added that will be committed together. Belongs to the thread that commits. */
    LogBatch batch() {
        return batch;
    }

    /** Address of the first record to which a newly added one can point. */
    long headStart() {
        return head.start();
    }

    /** The address behind the last durable record. */
    long end() {
        return head.end();
    }

    /** Makes the records of the batch durable, and empties it. */
    void commit() throws IOException {
        committing = true;
        head.commit(batch);
        committing = false;
        batch.restart(head.end());
    }

    /** Begins the next segment if the head is full. All commits must be published before, because the cleaner may copy them from now on. */
    void beginNextIfFull() throws IOException {
        if (head.writtenBytes() >= headBytes) {
            full.add(head);
            headBytes *= 2;
            begin(head.end());
        }
    }

    /** Truncates full segments that left much of their file unused. Belongs to the thread that drops. */
    void trim() throws IOException {
        LogSegment segment;
        while ((segment = full.poll()) != null) {
            long unusedBytes = segment.fileBytes() - segment.writtenBytes();
            if (segments.get(segment.start()) == segment && unusedBytes > segment.fileBytes() / UNUSED_PART) {
                segment.trim();
            }
        }
    }

    /** Adapts the size of segments to the bytes that are needed, which bounds their number. */
    void expect(long liveBytes) {
        segmentBytes = Math.max(usualSegmentBytes, Math.min(LARGEST_SEGMENT_BYTES, liveBytes / 32));
    }

    /** Current size of a segment at which the next is begun. */
    long segmentBytes() {
        return segmentBytes;
    }

    boolean isHead(LogSegment segment) {
        return segment == head;
    }

    /** All segments in order. The last one is the head, which is being written. */
    Collection<LogSegment> segments() {
        return Collections.unmodifiableCollection(segments.values());
    }

    /** Drops a segment without references, once all reads have ended. Its file is deleted, or becomes a later segment. */
    void drop(long start) throws IOException {
        LogSegment dropped = segments.get(start);
        dropping.writeLock().lock();
        try {
            segments.remove(start);
            dropped.close();
        } finally {
            dropping.writeLock().unlock();
        }
        if (!spare.recycle(dropped)) {
            disk.delete(dropped.name());
        }
        // Before the next segment is dropped: a power cut must not leave a gap. And before the file is reused under another name.
        disk.force();
    }

    /** Runs an action that reads. No segment is dropped meanwhile. */
    <T> T guarded(Supplier<T> reading) {
        Lock lock = dropping.readLock();
        lock.lock();
        try {
            return reading.get();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Reads the entries of an extent, in order. Only to be used within {@link #guarded}.
     *
     * @throws IllegalStateException if they are not there, or damaged
     */
    List<byte[]> entries(InstanceRecordChain extent) {
        List<byte[]> entries = new ArrayList<>((int) extent.entries());
        chain(extent).forEach(link -> link.getKey().entries().forEach(entry -> entries.add(entry.bytes())));
        return entries;
    }

    /**
     * Reads the records of an extent in order, each with the bytes it takes. Only to be used within {@link #guarded}, or by the
     * thread that drops.
     *
     * @throws IllegalStateException if they are not there, or damaged
     */
    List<Map.Entry<LogRecord.Link, Long>> chain(InstanceRecordChain extent) {
        List<Map.Entry<LogRecord.Link, Long>> chain = new ArrayList<>();
        LogSegment segment = covering(extent.last());
        long address = extent.last();
        long missing = extent.entries();
        while (missing > 0) {
            if (address == LogRecord.NONE) {
                throw new IllegalStateException("The chain that ends at " + extent.last() + " lacks " + missing + " entries");
            }
            byte[] payload = segment.read(address);
            LogRecord.Link link = (LogRecord.Link) RecordCodec.decode(address, new ByteReader(payload, 0, payload.length));
            chain.add(Map.entry(link, (long) LogBatch.FRAME_BYTES + payload.length));
            missing -= link.entries().size();
            address = link.previous();
        }
        Collections.reverse(chain);
        return chain;
    }

    private LogSegment covering(long address) {
        Map.Entry<Long, LogSegment> entry = segments.floorEntry(address);
        if (entry == null || address >= entry.getValue().end()) {
            throw new IllegalStateException("No segment has a record at " + address);
        }
        return entry.getValue();
    }

    /**
     * Closes all files, after all commits, drops and reads have ended.
     *
     * @param tidy false if the disk has failed: then the files are not touched
     */
    void close(boolean tidy) throws IOException {
        if (tidy) {
            trim();
            head.trim();
        }
        segments.values().forEach(LogSegment::close);
        spare.close(tidy);
    }
}
