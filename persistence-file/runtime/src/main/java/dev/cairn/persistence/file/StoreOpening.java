package dev.cairn.persistence.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.h2.mvstore.MVStoreException;
import org.jboss.logging.Logger;

import dev.cairn.persistence.file.disk.FileStoreExceptionFactory;
import dev.cairn.persistence.file.disk.StoreDisk;
import dev.cairn.persistence.file.index.IndexDamageException;
import dev.cairn.persistence.file.index.PersistentStoreIndex;
import dev.cairn.persistence.file.log.ExpectedLogState;
import dev.cairn.persistence.file.log.LogDirectoryCheck;
import dev.cairn.persistence.file.log.LogSegment;
import dev.cairn.persistence.file.log.SegmentReplay;
import dev.cairn.spi.StoreException;

/** Opens the directory of a store: finds what an earlier store left, checks it, and makes the index catch up with the log. */
final class StoreOpening {

    private static final Logger LOG = Logger.getLogger(FileStoreLogCategory.CATEGORY);

    private final StoreDisk disk;
    private final TreeMap<Long, LogSegment> segments = new TreeMap<>();
    /** Made for later and not begun. */
    private final List<String> unused = new ArrayList<>();
    private Map<String, Long> files;
    private PersistentStoreIndex index;
    private SegmentLog log;

    StoreOpening(StoreDisk disk) {
        this.disk = disk;
    }

    PersistentStoreIndex index() {
        return index;
    }

    SegmentLog log() {
        return log;
    }

    /**
     * @param sizing sizes of the log's files
     * @throws dev.cairn.spi.StoreException if a required file is missing or damaged, except for the index, which is rebuilt;
     *         then nothing was changed
     */
    void run(StoreMaintenanceThresholds sizing) throws IOException {
        try {
            open(sizing);
        } catch (IndexDamageException e) {
            if (files.keySet().stream().noneMatch(LogSegment::isName)) {
                throw FileStoreExceptionFactory.damaged(disk.location(), PersistentStoreIndex.FILE, e.getMessage(), e);
            }
            if (!keepsIndex(sizing)) {
                new IndexRebuild(disk, sizing).run(e.getMessage());
            }
            forget();
            open(sizing);
        }
    }

    /** True if a rebuild is asked for that the log of an earlier version does not allow, and the index is whole all the same. */
    private boolean keepsIndex(StoreMaintenanceThresholds sizing) throws IOException {
        if (!files.containsKey(PersistentStoreIndex.REBUILD_MARK) || !files.containsKey(PersistentStoreIndex.FILE)
                || new IndexRebuild(disk, sizing).checkLog() == null) {
            return false;
        }
        try (PersistentStoreIndex whole = PersistentStoreIndex.open(disk)) {
            whole.checkAll();
        } catch (IndexDamageException | MVStoreException e) {
            LOG.debugf(e, "The index is damaged [directory=%s]", disk.location());
            return false;
        }
        LOG.infof("Checked the index, which is whole, and cannot be rebuilt [directory=%s]", disk.location());
        disk.delete(PersistentStoreIndex.REBUILD_MARK);
        disk.force();
        return true;
    }

    private void forget() {
        segments.clear();
        unused.clear();
        index = null;
        log = null;
    }

    private void open(StoreMaintenanceThresholds sizing) throws IOException {
        boolean done = false;
        try {
            files = disk.files();
            LogDirectoryCheck.refuseEarlierFormat(disk.location(), files.keySet());
            openIndex();
            ExpectedLogState known = ExpectedLogState.of(index);
            openSegments(known);
            known.refuseGaps(disk, segments);
            known.refuseEarlyEnd(disk, segments);
            long end = segments.isEmpty() ? index.marker() : segments.lastEntry().getValue().end();
            replay();
            forgetEmptyHead();
            delete(LogSegment.UNFINISHED);
            for (String name : files.keySet().stream().filter(SegmentPreallocator::isName).toList()) {
                delete(name);
            }
            delete(PersistentStoreIndex.UNFINISHED);
            long last = lastSequence();
            // They may be what has filled the disk.
            for (String name : unused) {
                delete(name);
            }
            log = new SegmentLog(disk, List.copyOf(segments.values()), end, last, sizing);
            // An index that knew no file at its end would miss one there: those before the new one may have been dropped.
            log.segments().forEach(segment -> index.use().know(segment.start(), segment.sequence()));
            // Before anything is deleted: an index that was not durable would miss it.
            index.commit(end, index.life() + 1);
            deleteLeftovers();
            done = true;
        } catch (RuntimeException e) {
            if (index != null && index.damage() != null) {
                throw new IndexDamageException(index.damage(), e);
            }
            throw e;
        } finally {
            if (!done) {
                close();
            }
        }
    }

    private void close() throws IOException {
        segments.values().forEach(LogSegment::close);
        if (log != null) {
            log.close(false);
        }
        if (index != null) {
            index.close();
        }
    }

    private void openIndex() throws IOException {
        boolean segmentsFound = files.keySet().stream().anyMatch(LogSegment::isName);
        if (segmentsFound && files.containsKey(PersistentStoreIndex.REBUILD_MARK)) {
            throw new IndexDamageException(PersistentStoreIndex.REBUILD_MARK + " asks for it", null);
        }
        if (!files.containsKey(PersistentStoreIndex.FILE)) {
            if (segmentsFound) {
                throw new IndexDamageException("it is missing", null);
            }
            delete(PersistentStoreIndex.UNFINISHED);
            PersistentStoreIndex.create(disk);
        }
        index = PersistentStoreIndex.open(disk);
    }

    private void openSegments(ExpectedLogState knownLog) throws IOException {
        knownLog.refuseMissing(disk, files.keySet());
        TreeMap<Long, Long> known = knownLog.sequences();
        for (String name : files.keySet()) {
            if (LogSegment.isName(name) && !known.containsValue(LogSegment.sequenceOf(name))) {
                openUnknown(LogSegment.sequenceOf(name), files.get(name));
            }
        }
        Long atMarker = known.floorKey(index.marker());
        for (Map.Entry<Long, Long> entry : known.entrySet()) {
            long start = entry.getKey();
            long sequence = entry.getValue();
            long fileBytes = files.get(LogSegment.nameOf(sequence));
            if (start < index.marker() && start != atMarker) {
                segments.put(start, LogSegment.sealed(disk, sequence, start, known.higherKey(start), fileBytes));
            } else {
                openKnown(knownLog, LogSegment.recover(disk, sequence, fileBytes), start);
            }
        }
        reportDamageBelowEmptyHead();
    }

    /** Below an empty file lies the last group of the log. No later one shows that it is damaged, but where the empty one begins does. */
    private void reportDamageBelowEmptyHead() throws IOException {
        Map.Entry<Long, LogSegment> head = segments.lastEntry();
        Map.Entry<Long, LogSegment> below = head == null ? null : segments.lowerEntry(head.getKey());
        if (below == null || !head.getValue().isEmpty()) {
            return;
        }
        LogSegment sealed = below.getValue();
        String damage = null;
        try (LogSegment last = LogSegment.recover(disk, sealed.sequence(), sealed.fileBytes())) {
            if (last.keepsRows() && last.end() != head.getKey()) {
                damage = "the journal ends at " + last.end() + ", and was acknowledged up to " + head.getKey();
            }
        } catch (StoreException e) {
            damage = e.getMessage();
        }
        if (damage != null) {
            LOG.errorf(
                    "CAIRN-0527: The last file of the journal is damaged [directory=%s, file=%s]: %s. Instances that need the"
                            + " lost entries are refused when they are read, others go on; restore the directory from a backup.",
                    disk.location(), sealed.name(), damage);
        }
    }

    private void openKnown(ExpectedLogState knownLog, LogSegment segment, long start) {
        if (segment.isEmpty()) {
            segment.begin(start);
        }
        knownLog.refuseMoved(disk, segment, start);
        segments.put(start, segment);
    }

    /** Begun after the index was committed; or made for later and not begun; or dropped, and the store died before its deletion. */
    private void openUnknown(long sequence, long fileBytes) throws IOException {
        LogSegment segment = LogSegment.recover(disk, sequence, fileBytes);
        if (segment.isEmpty() || segment.start() < index.marker()) {
            segment.close();
            if (segment.isEmpty()) {
                unused.add(segment.name());
            }
        } else {
            segments.put(segment.start(), segment);
        }
    }

    private void replay() {
        SegmentReplay replay = new SegmentReplay(disk, index::find, index::apply);
        for (LogSegment segment : segments.values()) {
            index.use().know(segment.start(), segment.sequence());
            if (segment.end() > index.marker()) {
                replay.run(segment, Math.max(index.marker(), segment.start()));
            }
        }
        LOG.debugf("Applied %d records of the journal again [directory=%s]", replay.records(), disk.location());
    }

    /** Forgets a head that was begun but never written to: another one begins at its address. */
    private void forgetEmptyHead() {
        Map.Entry<Long, LogSegment> last = segments.lastEntry();
        if (last != null && last.getValue().isEmpty()) {
            segments.remove(last.getKey());
            index.use().forget(last.getKey());
            last.getValue().close();
        }
    }

    private void delete(String name) throws IOException {
        if (files.remove(name) != null) {
            disk.delete(name);
        }
    }

    private void deleteLeftovers() throws IOException {
        Set<String> needed = segments.values().stream().map(LogSegment::name).collect(Collectors.toSet());
        // In their order, as they would have been dropped.
        for (String name : new TreeSet<>(files.keySet())) {
            if (LogSegment.isName(name) && !needed.contains(name)) {
                disk.delete(name);
                disk.force();
            }
        }
    }

    private long lastSequence() {
        return files.keySet().stream().filter(LogSegment::isName).mapToLong(LogSegment::sequenceOf).max().orElse(0);
    }
}
