package dev.cairn.persistence.file.log;

import java.util.function.BiConsumer;
import java.util.function.Function;

import dev.cairn.persistence.file.disk.FileStoreExceptionFactory;
import dev.cairn.persistence.file.disk.StoreDisk;
import dev.cairn.persistence.file.index.IndexedInstance;
import dev.cairn.persistence.file.record.ByteReader;
import dev.cairn.persistence.file.record.LogRecord;
import dev.cairn.persistence.file.record.RecordCodec;

/** Applies what segments say, in its order. */
public final class SegmentReplay {

    private final StoreDisk disk;
    private final Function<String, IndexedInstance> finder;
    private final BiConsumer<String, IndexedInstance> target;
    private long records;

    /**
     * @param disk for messages
     * @param finder gives what an instance is now, or null
     * @param target takes in what an instance becomes; null if it was removed
     */
    public SegmentReplay(StoreDisk disk, Function<String, IndexedInstance> finder, BiConsumer<String, IndexedInstance> target) {
        this.disk = disk;
        this.finder = finder;
        this.target = target;
    }

    /** Number of records that were applied. */
    public long records() {
        return records;
    }

    /**
     * Applies the records of a segment.
     *
     * @param group address of the group to begin with
     * @throws dev.cairn.spi.StoreException if it is damaged
     */
    public void run(LogSegment segment, long group) {
        try {
            SegmentReader reader = segment.reader(group);
            while (reader.hasNext()) {
                long address = reader.address();
                byte[] payload = reader.next();
                apply(RecordCodec.decode(address, new ByteReader(payload, 0, payload.length)), address,
                        LogBatch.FRAME_BYTES + payload.length);
                records++;
            }
            if (reader.address() != segment.end()) {
                throw new IllegalStateException(
                        "it was read up to " + reader.address() + ", and was written up to " + segment.end());
            }
        } catch (IllegalStateException | IllegalArgumentException e) {
            throw FileStoreExceptionFactory.damaged(disk.location(), segment.name(), e.getMessage(), e);
        }
    }

    private void apply(LogRecord record, long address, long bytes) {
        if (record instanceof LogRecord.Removed removed) {
            removed.ids().forEach(id -> target.accept(id, null));
            return;
        }
        String id = record.instanceId();
        IndexedInstance before = finder.apply(id);
        if (record instanceof LogRecord.Written written) {
            target.accept(id, IndexedInstance.written(before, written, address, bytes, IndexedInstance.EARLIER_LIFE));
        } else if (record instanceof LogRecord.Restated restated) {
            target.accept(id, IndexedInstance.restated(before, restated, address, bytes));
        } else if (record instanceof LogRecord.Moved moved) {
            if (before == null) {
                throw new IllegalStateException("Entries were moved of an instance that does not exist: " + id);
            }
            target.accept(id, before.moved(moved, address, bytes));
        }
    }
}
