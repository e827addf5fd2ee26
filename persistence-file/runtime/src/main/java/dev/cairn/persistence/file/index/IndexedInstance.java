package dev.cairn.persistence.file.index;

import java.util.ArrayList;
import java.util.List;

import dev.cairn.api.InstanceStatus;
import dev.cairn.persistence.file.record.InstanceRecordChain;
import dev.cairn.persistence.file.record.LogRecord;
import dev.cairn.spi.InstanceRow;

/**
 * The index's state of an instance. Immutable.
 *
 * <p>
 * The row is always in the newest record of an instance as well. No segment is dropped before that record has left it: the entries lie
 * in this segment or in older ones, which go first, and are copied together with the row.
 *
 * @param row the columns
 * @param epoch the fencing token
 * @param entries number of its entries, which is the position of the next
 * @param life life of the store in which it was last written: an owner of an earlier life is gone
 * @param extents its records, in the order of their entries
 */
public record IndexedInstance(InstanceRow row, long epoch, long entries, long life, List<InstanceRecordChain> extents) {

    /** The life of everything that an opening store finds: none that is still going on. */
    public static final long EARLIER_LIFE = 0;

    /** True if this instance should run and has no live owner. */
    public boolean orphan(long currentLife) {
        boolean runnable = row.status() == InstanceStatus.PENDING || row.status() == InstanceStatus.RUNNING;
        return runnable && (row.owner() == null || life != currentLife);
    }

    /**
     * The state after a record was written.
     *
     * @param before the instance before, or null if it did not exist, or the earlier records were not read
     * @param record the record
     * @param address address of the record
     * @param bytes size of the record
     * @param life life of the store
     */
    public static IndexedInstance written(IndexedInstance before, LogRecord.Written record, long address, long bytes,
            long life) {
        int added = record.entries().size();
        List<InstanceRecordChain> journal = journal(before, record.position());
        List<InstanceRecordChain> extents = added == 0 ? journal
                : with(journal, new InstanceRecordChain(address, added, bytes), record.previous());
        return new IndexedInstance(record.row(), record.epoch(), record.position() + added, life, extents);
    }

    /**
     * The state after its row, and the first entries of an extent, were copied to another place.
     *
     * @param before the instance before, or null if that was not read
     * @param record the copy
     * @param address address of the copy
     * @param bytes size of the copy
     */
    public static IndexedInstance restated(IndexedInstance before, LogRecord.Restated record, long address, long bytes) {
        List<InstanceRecordChain> extents = moved(journal(before, record.total()), record, address, bytes);
        return new IndexedInstance(record.row(), record.epoch(), record.total(), before == null ? EARLIER_LIFE : before.life,
                extents);
    }

    /** The same for a record without a row, as earlier versions wrote it. */
    public IndexedInstance moved(LogRecord.Moved record, long address, long bytes) {
        return new IndexedInstance(row, epoch, entries, life, moved(extents, record, address, bytes));
    }

    private static List<InstanceRecordChain> moved(List<InstanceRecordChain> extents, LogRecord.Copy record, long address,
            long bytes) {
        long start = 0;
        int index = 0;
        while (index < extents.size() && start + extents.get(index).entries() <= record.position()) {
            start += extents.get(index).entries();
            index++;
        }
        InstanceRecordChain old = index < extents.size() ? extents.get(index) : InstanceRecordChain.missing(0);
        long before = record.position() - start;
        long behind = old.entries() - before - record.entries().size();
        if (behind < 0 || before > 0 && !old.isMissing()) {
            throw new IllegalStateException(
                    "No extent of [instance=" + record.instanceId() + "] begins at " + record.position());
        }
        List<InstanceRecordChain> changed = new ArrayList<>(extents.subList(0, index));
        if (before > 0) {
            changed.add(InstanceRecordChain.missing(before));
        }
        changed = new ArrayList<>(
                with(changed, new InstanceRecordChain(address, record.entries().size(), bytes), record.previous()));
        if (behind > 0) {
            // The rest stays where it is, under the same last record.
            changed.add(old.isMissing() ? InstanceRecordChain.missing(behind)
                    : new InstanceRecordChain(old.last(), behind, old.bytes() - record.freedBytes()));
        }
        changed.addAll(extents.subList(index + 1, extents.size()));
        return List.copyOf(changed);
    }

    /** The extents of this number of entries. A missing extent stands for entries that were not read. */
    private static List<InstanceRecordChain> journal(IndexedInstance before, long entries) {
        List<InstanceRecordChain> known = before == null ? List.of() : before.extents;
        long missing = entries - (before == null ? 0 : before.entries);
        if (missing <= 0) {
            return known;
        }
        List<InstanceRecordChain> all = new ArrayList<>(known);
        all.add(InstanceRecordChain.missing(missing));
        return all;
    }

    /** True if some of its entries lie before what was read of the log. */
    public boolean lacksEntries() {
        return extents.stream().anyMatch(InstanceRecordChain::isMissing);
    }

    /** The index of the extent that begins with the entry at a position, or -1. */
    public int extentAt(long position) {
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
    private static List<InstanceRecordChain> with(List<InstanceRecordChain> extents, InstanceRecordChain added, long previous) {
        if (previous == LogRecord.NONE && extents.isEmpty()) {
            return List.of(added);
        }
        List<InstanceRecordChain> changed = new ArrayList<>(extents);
        if (previous == LogRecord.NONE) {
            changed.add(added);
        } else {
            int index = changed.size() - 1;
            InstanceRecordChain before = changed.get(index);
            changed.set(index,
                    new InstanceRecordChain(added.last(), before.entries() + added.entries(), before.bytes() + added.bytes()));
        }
        return List.copyOf(changed);
    }
}
