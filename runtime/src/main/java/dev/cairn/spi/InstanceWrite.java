package dev.cairn.spi;

import java.util.List;

/**
 * The part of a batch that concerns one instance: entries to append, and the row that holds after them.
 *
 * @param row replaces the row of the instance
 * @param epoch the fencing token the writer holds. A store refuses the write, atomically, unless it is the epoch the
 *        instance has there; a write that creates an instance sets it
 * @param position how many entries of this instance were written before the first of these: 0 for a new instance
 * @param entries encoded entries in order; opaque to the store. May be empty but for a new instance: then only the row changes. A
 *        large one is best stored piece by piece
 */
public record InstanceWrite(InstanceRow row, long epoch, long position, List<EncodedEntry> entries) {

    /** A write of entries that are in one array each. */
    public static InstanceWrite of(InstanceRow row, long epoch, long position, List<byte[]> entries) {
        return new InstanceWrite(row, epoch, position, entries.stream().map(EncodedEntry::of).toList());
    }

    /** How many bytes its entries have. */
    public long bytes() {
        long bytes = 0;
        for (EncodedEntry entry : entries) {
            bytes += entry.size();
        }
        return bytes;
    }

    /** True if this write brings the instance into being. */
    public boolean creates() {
        return position == 0;
    }
}
