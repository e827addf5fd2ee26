package dev.cairn.persistence.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import dev.cairn.persistence.file.index.IndexedInstance;
import dev.cairn.persistence.file.index.InstanceStateOverlay;
import dev.cairn.persistence.file.record.InstanceRecordChain;
import dev.cairn.persistence.file.record.LogRecord;
import dev.cairn.spi.Claim;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;

/**
 * Changes of several callers that will be made durable together. Each method that changes something checks it first, against
 * the durable state and the group's earlier changes.
 */
final class WriteGroup {

    /** A group that is this large takes nothing more in. */
    private static final long FULL_BYTES = 4L * 1024 * 1024;

    private final SegmentLog log;
    private final InstanceStateOverlay states;
    private final long life;
    /** Of everything that was accepted: states by id, null for what is removed. */
    private final Map<String, IndexedInstance> accepted = new HashMap<>();
    private int published;
    /** Of what is being staged. */
    private final Map<String, IndexedInstance> changes = new HashMap<>();

    WriteGroup(SegmentLog log, InstanceStateOverlay states, long life) {
        this.log = log;
        this.states = states;
        this.life = life;
    }

    /**
     * Computes a change and makes it part of the group; if that fails, it has left nothing behind.
     */
    <T> T stage(Function<WriteGroup, T> change) {
        int mark = log.batch().mark();
        T result;
        try {
            result = change.apply(this);
        } catch (RuntimeException e) {
            takeBack(mark);
            throw e;
        } catch (OutOfMemoryError | StackOverflowError e) {
            takeBack(mark);
            throw new UnfitChangeError(e);
        }
        // An error from here on is the end of this group: some of the changes may have been accepted.
        accepted.putAll(changes);
        changes.clear();
        return result;
    }

    private void takeBack(int mark) {
        log.batch().reset(mark);
        changes.clear();
    }

    /** The memory does not suffice for a change. Nothing of it is left, and others can be made. */
    static final class UnfitChangeError extends Error {

        private static final long serialVersionUID = 1L;

        UnfitChangeError(Error cause) {
            super(null, cause, false, false);
        }
    }

    boolean isFull() {
        return log.batch().end() - log.end() >= FULL_BYTES;
    }

    /** Makes durable and visible what was staged, and begins anew. True if nothing was waiting to be applied to the index before. */
    boolean commit() throws IOException {
        boolean first = false;
        if (!log.batch().isEmpty()) {
            log.commit();
            first = states.publish(accepted, log.end());
            log.beginNextIfFull();
        }
        published = accepted.size();
        accepted.clear();
        return first;
    }

    /** See {@link InstanceStateOverlay#makeRoom}. */
    void makeRoom() throws InterruptedException {
        states.makeRoom(published);
    }

    private IndexedInstance find(String id) {
        IndexedInstance state = changes.get(id);
        if (state != null || changes.containsKey(id)) {
            return state;
        }
        state = accepted.get(id);
        return state != null || accepted.containsKey(id) ? state : states.find(id);
    }

    List<CommitResult> commit(List<InstanceWrite> batch) {
        List<CommitResult> results = new ArrayList<>(batch.size());
        for (InstanceWrite write : batch) {
            results.add(write(write));
        }
        return results;
    }

    private CommitResult write(InstanceWrite write) {
        IndexedInstance before = find(write.row().id());
        if (write.creates()) {
            if (before != null) {
                return CommitResult.EXISTS;
            }
        } else if (before == null || before.epoch() != write.epoch() || before.entries() != write.position()) {
            return CommitResult.FENCED;
        }
        append(before, write.row(), write.epoch(), write.position(), write.entries());
        return CommitResult.COMMITTED;
    }

    List<Claim> claim(String node, List<String> ids) {
        List<Claim> claims = new ArrayList<>(ids.size());
        for (String id : ids) {
            IndexedInstance state = find(id);
            if (state != null && claimable(state, node)) {
                claims.add(claim(node, state));
            }
        }
        return claims;
    }

    private boolean claimable(IndexedInstance state, String node) {
        String owner = state.row().owner();
        return !state.row().status().ended() && (owner == null || owner.equals(node) || state.life() != life);
    }

    private Claim claim(String node, IndexedInstance state) {
        InstanceRow row = state.row().withOwner(node);
        long epoch = state.epoch() + 1;
        append(state, row, epoch, state.entries(), List.of());
        return new Claim(row, epoch, state.entries());
    }

    /** Claims the instances that still have no owner. */
    List<Claim> claimOrphans(String node, List<String> ids) {
        List<Claim> claims = new ArrayList<>(ids.size());
        for (String id : ids) {
            IndexedInstance state = find(id);
            if (state != null && state.orphan(life)) {
                claims.add(claim(node, state));
            }
        }
        return claims;
    }

    private void append(IndexedInstance before, InstanceRow row, long epoch, long position, List<EncodedEntry> entries) {
        long previous = before == null || entries.isEmpty() ? LogRecord.NONE
                : linkTo(before.extents(), before.extents().size());
        LogRecord.Written record = new LogRecord.Written(row, epoch, position, previous, entries);
        long address = log.batch().end();
        long bytes = log.batch().add(record);
        changes.put(row.id(), IndexedInstance.written(before, record, address, bytes, life));
    }

    /**
     * The address to which a record points that continues the first extents of an instance: records are chained only within one
     * segment.
     */
    private long linkTo(List<InstanceRecordChain> extents, int count) {
        if (count == 0) {
            return LogRecord.NONE;
        }
        long last = extents.get(count - 1).last();
        return last >= log.headStart() ? last : LogRecord.NONE;
    }

    /**
     * Removes instances whose retention is over.
     *
     * @return number of removed instances
     */
    int removeEnded(List<String> ids, long nowMillis) {
        List<String> removed = new ArrayList<>(ids.size());
        for (String id : ids) {
            IndexedInstance state = find(id);
            if (state != null && state.row().status().ended() && state.row().keepUntilMillis() <= nowMillis) {
                removed.add(id);
                changes.put(id, null);
            }
        }
        if (!removed.isEmpty()) {
            log.batch().add(new LogRecord.Removed(removed));
        }
        return removed.size();
    }

    /**
     * Copies the row and entries of an instance to the head of the log, unless it changed there meanwhile.
     *
     * @param move which entries
     */
    void move(Move move) {
        IndexedInstance state = find(move.id());
        int index = state == null ? -1 : state.extentAt(move.position());
        if (index < 0 || state.extents().get(index).last() != move.last()) {
            return;
        }
        LogRecord.Restated record = new LogRecord.Restated(state.row(), state.epoch(), state.entries(), move.position(),
                move.freedBytes(), linkTo(state.extents(), index), move.entries());
        long address = log.batch().end();
        long bytes = log.batch().add(record);
        changes.put(move.id(), IndexedInstance.restated(state, record, address, bytes));
    }

    /**
     * Entries to copy.
     *
     * @param id the instance
     * @param position position of the first
     * @param last the extent they are the first of, by the address of its last record
     * @param freedBytes their size at the old position
     * @param entries the entries
     */
    record Move(String id, long position, long last, long freedBytes, List<EncodedEntry> entries) {}
}
