package dev.cairn.persistence.file;

import java.util.function.BiConsumer;
import java.util.function.Function;

/** Applies what segments say, in its order. */
final class Replay {

    private final Disk disk;
    private final Function<String, InstanceState> finder;
    private final BiConsumer<String, InstanceState> target;
    private long records;

    /**
     * @param disk for messages
     * @param finder gives what an instance is now, or null
     * @param target takes in what an instance becomes; null if it was removed
     */
    Replay(Disk disk, Function<String, InstanceState> finder, BiConsumer<String, InstanceState> target) {
        this.disk = disk;
        this.finder = finder;
        this.target = target;
    }

    /** Number of records that were applied. */
    long records() {
        return records;
    }

    /**
     * Applies the records of a segment.
     *
     * @param group address of the group to begin with
     * @throws dev.cairn.spi.StoreException if it is damaged
     */
    void run(Segment segment, long group) {
        try {
            SegmentReader reader = segment.reader(group);
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
    }

    private void apply(LogRecord record, long address, long bytes) {
        if (record instanceof LogRecord.Removed removed) {
            removed.ids().forEach(id -> target.accept(id, null));
            return;
        }
        String id = record.instanceId();
        InstanceState before = finder.apply(id);
        if (record instanceof LogRecord.Written written) {
            target.accept(id, InstanceState.written(before, written, address, bytes, InstanceState.EARLIER_LIFE));
        } else if (record instanceof LogRecord.Restated restated) {
            target.accept(id, InstanceState.restated(before, restated, address, bytes));
        } else if (record instanceof LogRecord.Moved moved) {
            if (before == null) {
                throw new IllegalStateException("Entries were moved of an instance that does not exist: " + id);
            }
            target.accept(id, before.moved(moved, address, bytes));
        }
    }
}
