package dev.cairn.persistence.file.log;

import java.io.IOException;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

import org.h2.mvstore.MVStoreException;

import dev.cairn.persistence.file.disk.FileStoreExceptionFactory;
import dev.cairn.persistence.file.disk.StoreDisk;
import dev.cairn.persistence.file.index.IndexDamageException;
import dev.cairn.persistence.file.index.PersistentStoreIndex;

/**
 * The state of the log as an index knows it. A log that has less has lost acknowledged records.
 *
 * @param marker the address up to which the log was durable when the index was committed
 * @param sequences numbers of the files, by the addresses they start at
 * @param current false if the index had a newer commit, which cannot be read: segments may have been dropped since
 */
public record ExpectedLogState(long marker, TreeMap<Long, Long> sequences, boolean current) {

    public static ExpectedLogState of(PersistentStoreIndex index) {
        return new ExpectedLogState(index.marker(), new TreeMap<>(index.use().sequences()), index.isCurrent());
    }

    /**
     * Reads what the index of a directory knows of the log. The index may be damaged elsewhere.
     *
     * @return null if the index is missing, or if this part of it cannot be read
     */
    public static ExpectedLogState find(StoreDisk disk) throws IOException {
        if (!disk.files().containsKey(PersistentStoreIndex.FILE)) {
            return null;
        }
        try (PersistentStoreIndex index = PersistentStoreIndex.openDamaged(disk)) {
            return index.isEmpty() ? null : of(index);
        } catch (IndexDamageException | MVStoreException e) {
            return null;
        }
    }

    /** Refuses a directory without the file of a segment that has not been dropped. */
    public void refuseMissing(StoreDisk disk, Set<String> names) {
        long oldest = current ? 0
                : names.stream().filter(LogSegment::isName).mapToLong(LogSegment::sequenceOf).min().orElse(Long.MAX_VALUE);
        sequences.forEach((start, sequence) -> {
            // Segments are dropped from the oldest on; an empty one is replaced by a newer one.
            boolean dropped = !current && (sequence < oldest || start >= marker);
            if (!dropped && !names.contains(LogSegment.nameOf(sequence))) {
                throw FileStoreExceptionFactory.damaged(disk.location(), LogSegment.nameOf(sequence), "it is missing", null);
            }
        });
    }

    /** Refuses a file that starts elsewhere than it did. */
    public void refuseMoved(StoreDisk disk, LogSegment segment, long start) {
        if (segment.start() != start) {
            throw FileStoreExceptionFactory.damaged(disk.location(), segment.name(),
                    "it starts at " + segment.start() + ", not at " + start, null);
        }
    }

    /** From the marker on nothing may be missing; before it, segments have been dropped. */
    public void refuseGaps(StoreDisk disk, NavigableMap<Long, LogSegment> segments) {
        long expected = marker;
        for (LogSegment segment : segments.tailMap(marker, true).values()) {
            if (segment.start() != expected) {
                Map.Entry<Long, LogSegment> before = segments.lowerEntry(segment.start());
                if (before == null || before.getValue().end() != segment.start()) {
                    throw FileStoreExceptionFactory.damaged(disk.location(), segment.name(),
                            "the journal lacks what lies before it",
                            null);
                }
            }
            expected = segment.end();
        }
    }

    /** Refuses a log that ends before the marker. */
    public void refuseEarlyEnd(StoreDisk disk, NavigableMap<Long, LogSegment> segments) {
        Map.Entry<Long, LogSegment> last = segments.lastEntry();
        if (last != null && last.getValue().end() < marker) {
            throw FileStoreExceptionFactory.damaged(disk.location(), last.getValue().name(),
                    "the journal ends at " + last.getValue().end()
                            + ", and was acknowledged up to " + marker,
                    null);
        }
    }
}
