package dev.cairn.persistence.file;

import java.util.ArrayList;
import java.util.List;

import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.InstanceRow;

/**
 * What the index knows of an instance. Immutable.
 *
 * @param row the columns
 * @param epoch the fencing token
 * @param entries how many entries it has, which is the position of the next
 * @param life in which life of the store it was last written: an owner of an earlier life is gone
 * @param extents where its records lie, in the order of their entries
 */
record InstanceState(InstanceRow row, long epoch, long entries, long life, List<Extent> extents) {

    /** The life of everything that an opening store finds: none that is still going on. */
    static final long EARLIER_LIFE = 0;

    /** True if nobody runs this instance and somebody should. */
    boolean orphan(long currentLife) {
        boolean runnable = row.status() == InstanceStatus.PENDING || row.status() == InstanceStatus.RUNNING;
        return runnable && (row.owner() == null || life != currentLife);
    }

    /**
     * What a written record makes of an instance.
     *
     * @param before the instance before, or null if it did not exist
     * @param record what was written
     * @param address where
     * @param bytes how many bytes the record takes
     * @param life in which life
     */
    static InstanceState written(InstanceState before, LogRecord.Written record, long address, long bytes, long life) {
        int added = record.entries().size();
        List<Extent> extents = before == null ? List.of() : before.extents;
        if (added > 0) {
            extents = with(extents, new Extent(address, added, bytes), record.previous());
        }
        return new InstanceState(record.row(), record.epoch(), record.position() + added, life, extents);
    }

    /**
     * What it is after the first entries of an extent were copied to another place.
     *
     * @param record the copy
     * @param address where it lies
     * @param bytes how many bytes it takes
     */
    InstanceState moved(LogRecord.Moved record, long address, long bytes) {
        int index = extentAt(record.position());
        if (index < 0) {
            throw new IllegalStateException("No extent of [instance=" + row.id() + "] begins at " + record.position());
        }
        Extent old = extents.get(index);
        int count = record.entries().size();
        List<Extent> changed = new ArrayList<>(
                with(extents.subList(0, index), new Extent(address, count, bytes), record.previous()));
        if (old.entries() > count) {
            // The rest stays where it is, under the same last record.
            changed.add(new Extent(old.last(), old.entries() - count, old.bytes() - record.freedBytes()));
        }
        changed.addAll(extents.subList(index + 1, extents.size()));
        return new InstanceState(row, epoch, entries, life, List.copyOf(changed));
    }

    /** The index of the extent that begins with the entry at a position, or -1. */
    int extentAt(long position) {
        long start = 0;
        for (int i = 0; i < extents.size(); i++) {
            if (start == position) {
                return i;
            }
            start += extents.get(i).entries();
        }
        return -1;
    }

    /** Adds an extent at the end; a record that points to the one before it makes the last extent longer. */
    private static List<Extent> with(List<Extent> extents, Extent added, long previous) {
        if (previous == LogRecord.NONE && extents.isEmpty()) {
            return List.of(added);
        }
        List<Extent> changed = new ArrayList<>(extents);
        if (previous == LogRecord.NONE) {
            changed.add(added);
        } else {
            int index = changed.size() - 1;
            Extent before = changed.get(index);
            changed.set(index,
                    new Extent(added.last(), before.entries() + added.entries(), before.bytes() + added.bytes()));
        }
        return List.copyOf(changed);
    }
}
