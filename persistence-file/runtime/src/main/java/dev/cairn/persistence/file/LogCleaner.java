package dev.cairn.persistence.file;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.h2.mvstore.MVStoreException;
import org.jboss.logging.Logger;

import dev.cairn.persistence.file.index.IndexedInstance;
import dev.cairn.persistence.file.index.InstanceStateOverlay;
import dev.cairn.persistence.file.index.PersistentStoreIndex;
import dev.cairn.persistence.file.log.LogSegment;
import dev.cairn.persistence.file.log.SegmentReader;
import dev.cairn.persistence.file.record.ByteReader;
import dev.cairn.persistence.file.record.InstanceRecordChain;
import dev.cairn.persistence.file.record.LogRecord;
import dev.cairn.persistence.file.record.RecordCodec;
import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.StoreException;

/**
 * Keeps the log short. The oldest segment is dropped when it is no longer needed. When too much of the log is not needed, the
 * needed rest of the oldest segment is copied to the head of the log, a little at a time, so that this segment can be dropped
 * as well.
 *
 * <p>
 * Segments are dropped in order, so that the log never has gaps. Otherwise a record that removed an instance could be gone
 * while records of the instance are still there, and a rebuilt index would have the instance again.
 *
 * <p>
 * Belongs to the thread that changes the index.
 */
final class LogCleaner {

    /** Copies entries to the head of the log. */
    interface Copier {

        /**
         * @param moves the entries to copy
         * @param copied called, on any thread, when the copies are durable and published
         */
        void copy(List<WriteGroup.Move> moves, Runnable copied);
    }

    private static final Logger LOG = Logger.getLogger(FileStoreLogCategory.CATEGORY);

    /** Number of bytes that are copied with one group of writes: few enough not to slow the group down. */
    private static final long SLICE_BYTES = 256L * 1024;
    /** Number of records that are examined at a time. */
    private static final int SLICE_RECORDS = 5_000;
    /** Maximum number of segments beyond those that the size of the log requires: each takes memory. */
    private static final int SLACK_SEGMENTS = 32;

    private final PersistentStoreIndex index;
    private final InstanceStateOverlay states;
    private final SegmentLog log;
    private final Copier copier;
    private final long unneededBytes;
    private final Deque<WriteGroup.Move> found = new ArrayDeque<>();
    /** Starts of segments with something that cannot be read: they stay as they are. */
    private final Set<Long> damaged = new HashSet<>();
    private LogSegment source;
    private SegmentReader reader;
    private long foundBytes;
    private boolean scanned;
    private boolean applied;
    private boolean satisfied;
    private volatile boolean copying;

    /**
     * @param unneededBytes see {@link StoreMaintenanceThresholds}
     */
    LogCleaner(PersistentStoreIndex index, InstanceStateOverlay states, SegmentLog log, Copier copier, long unneededBytes) {
        this.index = index;
        this.states = states;
        this.log = log;
        this.copier = copier;
        this.unneededBytes = unneededBytes;
    }

    /** True if there is something to do in a next step. */
    boolean busy() {
        return !copying && !satisfied;
    }

    /** The oldest segments without needed records, once the index is durable up to an address. */
    List<LogSegment> droppable(long appliedEnd) {
        List<LogSegment> droppable = new ArrayList<>();
        if (index.damage() != null) {
            return droppable;
        }
        for (LogSegment segment : log.segments()) {
            boolean needed = index.use().of(segment.start()) > 0;
            if (log.isHead(segment) || segment == source || segment.end() > appliedEnd
                    || needed && !damaged.contains(segment.start())) {
                break;
            }
            // A damaged segment that is needed stays. The gap behind it shows that the log is incomplete.
            if (!needed) {
                droppable.add(segment);
            }
        }
        return droppable;
    }

    /** Takes note that segments may have become emptier, or more. */
    void changed() {
        satisfied = false;
        states.slowDown((int) Math.max(0, excessBytes() / (2 * unneededBytes)));
    }

    /** Does a little. Everything that was published before the last step is in the index. */
    void step() {
        if (copying) {
            return;
        }
        if (index.damage() != null) {
            // The index is rebuilt from the log at the next start, so its contents are not touched.
            satisfied = true;
            return;
        }
        if (source == null) {
            choose();
        } else if (index.use().of(source.start()) == 0) {
            release();
        } else if (scanned && !applied) {
            // The last copies may have been published after the index was brought up to date before this step.
            applied = true;
        } else if (scanned) {
            // The end of the file is damaged: what can be opened of it is shorter than it was.
            leave(index.use().of(source.start()) + " bytes that are needed were not found in it", null);
        } else {
            try {
                copySlice();
            } catch (IllegalStateException | MVStoreException | StoreException e) {
                if (index.damage() == null) {
                    leave(e.getMessage(), e);
                }
            }
        }
    }

    /** Lets the source be as it is, since it cannot be read. */
    private void leave(String why, Exception cause) {
        LOG.errorf(cause,
                "CAIRN-0523: Cannot shorten the journal by a file that is damaged [directory=%s, file=%s]: %s. Its"
                        + " readable part is used as before; restore the directory from a backup.",
                log.location(), source.name(), why);
        damaged.add(source.start());
        release();
    }

    /** Number of bytes by which the log, without the file that is being written, exceeds its bound. */
    private long excessBytes() {
        long sealedBytes = 0;
        for (LogSegment segment : log.segments()) {
            sealedBytes += log.isHead(segment) ? 0 : segment.fileBytes();
        }
        return sealedBytes - 2 * index.use().total() - unneededBytes;
    }

    private void choose() {
        int count = 0;
        LogSegment oldest = null;
        for (LogSegment segment : log.segments()) {
            if (oldest == null && !log.isHead(segment) && index.use().of(segment.start()) > 0
                    && !damaged.contains(segment.start())) {
                oldest = segment;
            }
            count++;
        }
        long liveBytes = index.use().total();
        log.expect(liveBytes);
        boolean tooMany = count > 2 * liveBytes / log.segmentBytes() + SLACK_SEGMENTS;
        satisfied = oldest == null || excessBytes() <= 0 && !tooMany;
        if (!satisfied) {
            source = oldest;
            scanned = false;
            applied = false;
        }
    }

    private void release() {
        source = null;
        reader = null;
        found.clear();
        foundBytes = 0;
    }

    private void copySlice() {
        if (reader == null) {
            reader = source.reader(source.start());
        }
        for (int i = 0; i < SLICE_RECORDS && foundBytes < SLICE_BYTES && reader.hasNext(); i++) {
            look();
        }
        boolean seen = !reader.hasNext();
        if (foundBytes >= SLICE_BYTES || seen && !found.isEmpty()) {
            copy();
        }
        scanned = seen && found.isEmpty();
    }

    private void copy() {
        List<WriteGroup.Move> slice = new ArrayList<>();
        long bytes = 0;
        while (!found.isEmpty() && bytes < SLICE_BYTES) {
            bytes += found.peek().freedBytes();
            slice.add(found.poll());
        }
        foundBytes -= bytes;
        copying = true;
        copier.copy(slice, () -> copying = false);
    }

    /** Finds what to copy of the extent that the next record is the last of, if it is. */
    private void look() {
        long address = reader.address();
        byte[] payload = reader.next();
        String id = RecordCodec.instanceId(address, new ByteReader(payload, 0, payload.length));
        IndexedInstance state = id == null ? null : states.find(id);
        if (state == null) {
            return;
        }
        long position = 0;
        for (InstanceRecordChain extent : state.extents()) {
            if (extent.last() == address) {
                addMoves(state.row().id(), position, extent);
            }
            position += extent.entries();
        }
    }

    private void addMoves(String id, long start, InstanceRecordChain extent) {
        long position = start;
        long freedBytes = 0;
        List<EncodedEntry> entries = new ArrayList<>();
        for (Map.Entry<LogRecord.Link, Long> link : log.chain(extent)) {
            entries.addAll(link.getKey().entries());
            freedBytes += link.getValue();
            if (freedBytes >= SLICE_BYTES) {
                add(new WriteGroup.Move(id, position, extent.last(), freedBytes, List.copyOf(entries)));
                position += entries.size();
                freedBytes = 0;
                entries.clear();
            }
        }
        if (!entries.isEmpty()) {
            add(new WriteGroup.Move(id, position, extent.last(), freedBytes, entries));
        }
    }

    private void add(WriteGroup.Move move) {
        found.add(move);
        foundBytes += move.freedBytes();
    }
}
