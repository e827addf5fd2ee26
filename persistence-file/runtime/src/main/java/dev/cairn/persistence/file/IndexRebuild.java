package dev.cairn.persistence.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jboss.logging.Logger;

import dev.cairn.persistence.file.disk.FileStoreExceptionFactory;
import dev.cairn.persistence.file.disk.StoreDisk;
import dev.cairn.persistence.file.index.IndexDataTypes;
import dev.cairn.persistence.file.index.IndexedInstance;
import dev.cairn.persistence.file.index.PersistentStoreIndex;
import dev.cairn.persistence.file.log.ExpectedLogState;
import dev.cairn.persistence.file.log.LogDirectoryCheck;
import dev.cairn.persistence.file.log.LogSegment;
import dev.cairn.persistence.file.log.SegmentReplay;
import dev.cairn.persistence.file.record.LogRecord;

/**
 * Rebuilds the index from the log alone. The segments of the log have the newest row and all entries of each instance. Existing files do not
 * change before the new index is complete.
 */
final class IndexRebuild {

    private static final Logger LOG = Logger.getLogger(FileStoreLogCategory.CATEGORY);

    /**
     * Number of instances that are gathered before they are applied in the order of their ids, which is that of the pages of
     * the index; fewer if they take as much memory as changes of the index may.
     */
    private static final int MAX_PENDING = 50_000;
    /** Bytes of the log between two reports of the progress. */
    private static final long REPORT_BYTES = 256L * 1024 * 1024;

    private final StoreDisk disk;
    private final StoreMaintenanceThresholds sizing;
    private final TreeMap<Long, LogSegment> segments = new TreeMap<>();
    /** Without a whole group: not begun, or cut off in its first commit, or damaged. */
    private final List<LogSegment> unreadable = new ArrayList<>();
    private final TreeMap<String, IndexedInstance> pending = new TreeMap<>();
    private long pendingBytes;
    private PersistentStoreIndex index;
    private long instances;

    IndexRebuild(StoreDisk disk, StoreMaintenanceThresholds sizing) {
        this.disk = disk;
        this.sizing = sizing;
    }

    /**
     * Rebuilds the index, unless the old one covers more of the log than exists.
     *
     * @param why reason of the rebuild
     * @return number of instances
     * @throws dev.cairn.spi.StoreException if the log is damaged or incomplete; then nothing was changed
     */
    long run(String why) throws IOException {
        LogDirectoryCheck.refuseEarlierFormat(disk.location(), disk.files().keySet());
        LogDirectoryCheck.refuseMissingLog(disk.location(), disk.files().keySet());
        LOG.warnf(
                "CAIRN-0524: Rebuilding the index from the journal [directory=%s, file=%s]: %s. The store opens when it is done.",
                disk.location(), PersistentStoreIndex.FILE, why);
        boolean complete = false;
        try {
            openSegments(disk.files());
            String obstacle = findObstacle();
            if (obstacle != null) {
                throw FileStoreExceptionFactory.damaged(disk.location(), PersistentStoreIndex.FILE,
                        "it cannot be rebuilt: " + obstacle, null);
            }
            refuseLoss();
            if (disk.files().containsKey(PersistentStoreIndex.UNFINISHED)) {
                disk.delete(PersistentStoreIndex.UNFINISHED);
            }
            index = PersistentStoreIndex.begin(disk);
            replay();
            complete = true;
        } finally {
            close();
            if (!complete && index != null) {
                deleteUnfinished();
            }
        }
        replace();
        LOG.infof("Rebuilt the index [directory=%s, instances=%d]", disk.location(), instances);
        return instances;
    }

    private void openSegments(Map<String, Long> files) throws IOException {
        for (Map.Entry<String, Long> file : files.entrySet()) {
            if (LogSegment.isName(file.getKey())) {
                LogSegment segment = LogSegment.recover(disk, LogSegment.sequenceOf(file.getKey()), file.getValue());
                if (segment.isEmpty()) {
                    unreadable.add(segment);
                } else {
                    segments.put(segment.start(), segment);
                }
            }
        }
    }

    /**
     * Reads the log, and changes nothing.
     *
     * @return reason why the index could not be rebuilt, or null
     * @throws dev.cairn.spi.StoreException if the log is damaged, or lacks what the index knows of it
     */
    String checkLog() throws IOException {
        try {
            LogDirectoryCheck.refuseEarlierFormat(disk.location(), disk.files().keySet());
            openSegments(disk.files());
            String obstacle = findObstacle();
            refuseLoss();
            return obstacle;
        } finally {
            close();
        }
    }

    private String findObstacle() {
        LogSegment before = null;
        long newest = segments.values().stream().mapToLong(LogSegment::sequence).max().orElse(0);
        for (LogSegment segment : unreadable) {
            if (segment.sequence() < newest && !segment.isBlank()) {
                return "nothing of " + segment.name() + " can be read, and more was written after it";
            }
        }
        for (LogSegment segment : segments.values()) {
            if (before == null && !segment.keepsRows()) {
                return segment.name() + " is of an earlier version of Cairn, which dropped files without copying all that was"
                        + " needed of them";
            }
            if (before != null && before.end() != segment.start()) {
                return "the journal lacks what lies between " + before.name() + " and " + segment.name();
            }
            before = segment;
        }
        return null;
    }

    /** Compares the log with the old index, if the old index can be read. */
    private void refuseLoss() throws IOException {
        ExpectedLogState known = ExpectedLogState.find(disk);
        if (known == null) {
            return;
        }
        Map<Long, LogSegment> bySequence = new TreeMap<>();
        segments.values().forEach(segment -> bySequence.put(segment.sequence(), segment));
        unreadable.forEach(segment -> bySequence.put(segment.sequence(), segment));
        TreeMap<Long, LogSegment> found = new TreeMap<>(segments);
        known.refuseMissing(disk, disk.files().keySet());
        known.sequences().forEach((start, sequence) -> {
            LogSegment segment = bySequence.get(sequence);
            if (segment == null) {
                return;
            }
            if (segment.isEmpty()) {
                segment.begin(start);
                found.putIfAbsent(start, segment);
            } else if (known.current()) {
                known.refuseMoved(disk, segment, start);
            }
        });
        if (known.current()) {
            known.refuseGaps(disk, found);
        }
        known.refuseEarlyEnd(disk, found);
        refuseShortSegments(found);
    }

    /** The start of an empty segment in the index is the end of the segment before it. */
    private void refuseShortSegments(TreeMap<Long, LogSegment> found) {
        LogSegment before = null;
        for (LogSegment segment : found.values()) {
            if (before != null && before.keepsRows() && before.end() != segment.start()) {
                throw FileStoreExceptionFactory.damaged(disk.location(), segment.name(),
                        "the journal lacks what lies before it", null);
            }
            before = segment;
        }
    }

    private void replay() {
        segments.values().forEach(segment -> index.use().know(segment.start(), segment.sequence()));
        SegmentReplay replay = new SegmentReplay(disk, this::find, this::apply);
        long readBytes = 0;
        long reportedBytes = 0;
        long totalBytes = segments.values().stream().mapToLong(LogSegment::writtenBytes).sum();
        for (LogSegment segment : segments.values()) {
            replay.run(segment, segment.start());
            readBytes += segment.writtenBytes();
            if (readBytes - reportedBytes >= REPORT_BYTES) {
                reportedBytes = readBytes;
                LOG.infof("Rebuilding the index: %d of %d MB read, %d records [directory=%s]", readBytes >> 20,
                        totalBytes >> 20, replay.records(), disk.location());
            }
        }
        flush();
        checkInstances();
        index.commit(end(), IndexedInstance.EARLIER_LIFE);
    }

    private long end() {
        return segments.isEmpty() ? LogRecord.NONE + 1 : segments.lastEntry().getValue().end();
    }

    private IndexedInstance find(String id) {
        return pending.containsKey(id) ? pending.get(id) : index.find(id);
    }

    private void apply(String id, IndexedInstance state) {
        IndexedInstance before = pending.put(id, state);
        pendingBytes += memory(state) - memory(before);
        if (pending.size() >= MAX_PENDING || pendingBytes > sizing.unsavedBytes()) {
            flush();
        }
    }

    private static long memory(IndexedInstance state) {
        return state == null ? 0 : IndexDataTypes.STATE.getMemory(state);
    }

    private void flush() {
        pending.forEach((id, state) -> {
            index.apply(id, state);
            if (index.unsavedBytes() > sizing.unsavedBytes()) {
                index.commit(LogRecord.NONE + 1, IndexedInstance.EARLIER_LIFE);
            }
        });
        pending.clear();
        pendingBytes = 0;
    }

    private void checkInstances() {
        for (IndexedInstance state : index.states()) {
            if (state.lacksEntries()) {
                throw FileStoreExceptionFactory.damaged(disk.location(), PersistentStoreIndex.FILE,
                        "it cannot be rebuilt, since no file of the journal has all"
                                + " entries of the instance " + state.row().id(),
                        null);
            }
            instances++;
        }
    }

    private void close() throws IOException {
        unreadable.forEach(LogSegment::close);
        segments.values().forEach(LogSegment::close);
        if (index != null) {
            index.close();
        }
    }

    private void deleteUnfinished() {
        try {
            disk.delete(PersistentStoreIndex.UNFINISHED);
        } catch (IOException e) {
            // The caller reports the failure of the rebuild. The next opening deletes the file.
            LOG.debugf(e, "Cannot delete %s [directory=%s]", PersistentStoreIndex.UNFINISHED, disk.location());
        }
    }

    /** A crash in between leaves no index, or an index that the next opening rebuilds. */
    private void replace() throws IOException {
        Map<String, Long> files = disk.files();
        if (files.containsKey(PersistentStoreIndex.FILE)) {
            if (files.containsKey(PersistentStoreIndex.DAMAGED)) {
                disk.delete(PersistentStoreIndex.DAMAGED);
            }
            disk.rename(PersistentStoreIndex.FILE, PersistentStoreIndex.DAMAGED);
        }
        disk.rename(PersistentStoreIndex.UNFINISHED, PersistentStoreIndex.FILE);
        disk.force();
        if (files.containsKey(PersistentStoreIndex.REBUILD_MARK)) {
            disk.delete(PersistentStoreIndex.REBUILD_MARK);
            disk.force();
        }
    }
}
