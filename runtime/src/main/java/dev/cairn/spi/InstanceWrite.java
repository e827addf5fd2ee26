package dev.cairn.spi;

import java.util.List;

/**
 * The part of a batch that concerns one instance: entries to append, and the row after them.
 *
 * @param row replaces the row of the instance
 * @param epoch the fencing token of the writer. A store refuses the write, atomically, unless the instance has this epoch
 *        there; a write that creates an instance sets it
 * @param position number of entries of this instance before the first of these: 0 for a new instance
 * @param entries encoded entries in order; opaque to the store. May be empty unless the instance is new: then only the row
 *        changes. Store a large entry piece by piece
 */
public record InstanceWrite(InstanceRow row, long epoch, long position, List<EncodedEntry> entries) {

    /** A write of entries that consist of one array each. */
    public static InstanceWrite of(InstanceRow row, long epoch, long position, List<byte[]> entries) {
        return new InstanceWrite(row, epoch, position, entries.stream().map(EncodedEntry::of).toList());
    }

    /** Total size of its entries in bytes. */
    public long bytes() {
        long bytes = 0;
        for (EncodedEntry entry : entries) {
            bytes += entry.size();
        }
        return bytes;
    }

    /** True if this write creates the instance. */
    public boolean creates() {
        return position == 0;
    }
}
