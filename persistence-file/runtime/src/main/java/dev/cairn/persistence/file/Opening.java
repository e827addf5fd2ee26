package dev.cairn.persistence.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStoreException;
import org.jboss.logging.Logger;

/** Finds what an earlier store left in a directory, checks it, and makes the index catch up with the log. */
final class Opening {

    private static final Logger LOG = Logger.getLogger(FileStore.class);

    private final Disk disk;
    private final TreeMap<Long, Segment> segments = new TreeMap<>();
    /** Made for later and not begun. */
    private final List<String> unused = new ArrayList<>();
    private Map<String, Long> files;
    private Index index;
    private Log log;

    Opening(Disk disk) {
        this.disk = disk;
    }

    Index index() {
        return index;
    }

    Log log() {
        return log;
    }

    /**
     * @param sizing how large the files of the log get
     * @throws dev.cairn.spi.StoreException if anything that should be there is not, or is damaged; then nothing was changed
     */
    void run(Sizing sizing) throws IOException {
        boolean done = false;
        try {
            files = disk.files();
            refuseEarlierFormat();
            openIndex();
            openSegments();
            checkGaps();
            long end = segments.isEmpty() ? index.marker() : segments.lastEntry().getValue().end();
            replay();
            forgetEmptyHead();
            delete(Segment.UNFINISHED);
            delete(Spare.NAME);
            delete(Index.UNFINISHED);
            long last = lastSequence();
            // They may be what has filled the disk.
            for (String name : unused) {
                delete(name);
            }
            log = new Log(disk, List.copyOf(segments.values()), end, last, sizing);
            // An index that knew no file at its end would miss one there: those before the new one may have been dropped.
            log.segments().forEach(segment -> index.use().know(segment.start(), segment.sequence()));
            // Before anything is deleted: an index that was not durable would miss it.
            index.commit(end, index.life() + 1);
            deleteLeftovers();
            done = true;
        } catch (MVStoreException e) {
            if (e.getErrorCode() == DataUtils.ERROR_FILE_CORRUPT || e.getErrorCode() == DataUtils.ERROR_CHUNK_NOT_FOUND) {
                throw Failures.damaged(disk.location(), Index.FILE, e.getMessage(), e);
            }
            throw e;
        } finally {
            if (!done) {
                close();
            }
        }
    }

    private void close() throws IOException {
        segments.values().forEach(Segment::close);
        if (log != null) {
            log.close(false);
        }
        if (index != null) {
            index.close();
        }
    }

    private void refuseEarlierFormat() {
        files.keySet().stream().filter(Segment::isEarlierName).min(Comparator.naturalOrder()).ifPresent(name -> {
            throw Failures.unknownFormat(disk.location(), name, Segment.EARLIER_FORMATS);
        });
    }

    private void openIndex() throws IOException {
        if (!files.containsKey(Index.FILE)) {
            for (String name : files.keySet()) {
                if (Segment.isName(name)) {
                    throw Failures.damaged(disk.location(), Index.FILE, "it is missing, and " + name + " is there", null);
                }
            }
            delete(Index.UNFINISHED);
            Index.create(disk);
        }
        index = Index.open(disk);
    }

    private void openSegments() throws IOException {
        TreeMap<Long, Long> known = new TreeMap<>(index.use().sequences());
        for (long sequence : known.values()) {
            if (!files.containsKey(Segment.nameOf(sequence))) {
                throw Failures.damaged(disk.location(), Segment.nameOf(sequence), "it is missing", null);
            }
        }
        for (String name : files.keySet()) {
            if (Segment.isName(name) && !known.containsValue(Segment.sequenceOf(name))) {
                openUnknown(Segment.sequenceOf(name), files.get(name));
            }
        }
        Long atMarker = known.floorKey(index.marker());
        for (Map.Entry<Long, Long> entry : known.entrySet()) {
            long start = entry.getKey();
            long sequence = entry.getValue();
            long fileBytes = files.get(Segment.nameOf(sequence));
            if (start < index.marker() && start != atMarker) {
                segments.put(start, Segment.sealed(disk, sequence, start, known.higherKey(start), fileBytes));
            } else {
                openKnown(Segment.recover(disk, sequence, fileBytes), start);
            }
        }
    }

    private void openKnown(Segment segment, long start) {
        if (segment.isEmpty()) {
            segment.begin(start);
        } else if (segment.start() != start) {
            throw Failures.damaged(disk.location(), segment.name(), "it starts at " + segment.start() + ", not at " + start,
                    null);
        }
        segments.put(start, segment);
    }

    /** Begun after the index was committed; or made for later and not begun; or dropped, and the store died before its deletion. */
    private void openUnknown(long sequence, long fileBytes) throws IOException {
        Segment segment = Segment.recover(disk, sequence, fileBytes);
        if (segment.isEmpty() || segment.start() < index.marker()) {
            segment.close();
            if (segment.isEmpty()) {
                unused.add(segment.name());
            }
        } else {
            segments.put(segment.start(), segment);
        }
    }

    /** From the marker on nothing may be missing; before it, segments have been dropped. */
    private void checkGaps() {
        long marker = index.marker();
        long expected = marker;
        for (Segment segment : segments.tailMap(marker, true).values()) {
            if (segment.start() != expected) {
                Map.Entry<Long, Segment> before = segments.lowerEntry(segment.start());
                if (before == null || before.getValue().end() != segment.start()) {
                    throw Failures.damaged(disk.location(), segment.name(), "the journal lacks what lies before it", null);
                }
            }
            expected = segment.end();
        }
        Map.Entry<Long, Segment> last = segments.lastEntry();
        if (last != null && last.getValue().end() < marker) {
            throw Failures.damaged(disk.location(), last.getValue().name(), "the journal ends at " + last.getValue().end()
                    + ", and was acknowledged up to " + marker, null);
        }
    }

    private void replay() {
        long records = 0;
        for (Segment segment : segments.values()) {
            index.use().know(segment.start(), segment.sequence());
            if (segment.end() > index.marker()) {
                records += replay(segment);
            }
        }
        LOG.debugf("Applied %d records of the journal again [directory=%s]", records, disk.location());
    }

    private long replay(Segment segment) {
        long records = 0;
        try {
            SegmentReader reader = segment.reader(Math.max(index.marker(), segment.start()));
            while (reader.hasNext()) {
                long address = reader.address();
                byte[] payload = reader.next();
                apply(RecordCodec.decode(address, new Source(payload, 0, payload.length)), address,
                        LogBatch.FRAME_BYTES + payload.length);
                records++;
            }
            if (reader.address() != segment.end()) {
                throw new IllegalStateException(
                        "it was read up to " + reader.address() + ", and was written up to " + segment.end());
            }
        } catch (IllegalStateException | IllegalArgumentException e) {
            throw Failures.damaged(disk.location(), segment.name(), e.getMessage(), e);
        }
        return records;
    }

    private void apply(LogRecord record, long address, long bytes) {
        if (record instanceof LogRecord.Removed removed) {
            removed.ids().forEach(id -> index.apply(id, null));
            return;
        }
        String id = record.instanceId();
        InstanceState before = index.find(id);
        if (record instanceof LogRecord.Written written) {
            index.apply(id, InstanceState.written(before, written, address, bytes, InstanceState.EARLIER_LIFE));
        } else if (record instanceof LogRecord.Moved moved) {
            if (before == null) {
                throw new IllegalStateException("Entries were moved of an instance that does not exist: " + id);
            }
            index.apply(id, before.moved(moved, address, bytes));
        }
    }

    /** One that was begun and not written to: another one begins where it did. */
    private void forgetEmptyHead() {
        Map.Entry<Long, Segment> last = segments.lastEntry();
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
        Set<String> needed = segments.values().stream().map(Segment::name).collect(Collectors.toSet());
        for (String name : files.keySet()) {
            if (Segment.isName(name) && !needed.contains(name)) {
                disk.delete(name);
            }
        }
    }

    private long lastSequence() {
        return files.keySet().stream().filter(Segment::isName).mapToLong(Segment::sequenceOf).max().orElse(0);
    }
}
