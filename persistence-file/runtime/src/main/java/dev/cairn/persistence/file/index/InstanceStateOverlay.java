package dev.cairn.persistence.file.index;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;

import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;

/**
 * The present state of every instance: the index, and the commits of the log that are not yet in the index.
 *
 * <p>
 * The writer publishes, the indexer takes; any thread finds. Published states are kept in batches, so that the index can be
 * made durable between two of them.
 */
public final class InstanceStateOverlay {

    /** A batch of this many takes nothing more in: where keys lie all over the index, each state changes some pages of it. */
    static final int BATCH = 2_000;

    /** Stands for an instance that was removed. */
    private static final IndexedInstance REMOVED = new IndexedInstance(
            new InstanceRow("", "", "", InstanceStatus.CANCELLED, 0, 0, 0, null), 0, 0, 0, List.of());

    /** A commit is not held up longer than this, unless the memory is full. */
    private static final long LONGEST_PAUSE_MILLIS = 40;
    /** Number of states that a slow machine applies in a millisecond. */
    private static final int APPLIED_PER_MILLI = 50;
    /** Number of search keys that take the memory of a state. */
    private static final int KEYS_PER_STATE = 4;

    private final PersistentStoreIndex index;
    private final OrphanScan orphans;
    private final int maxWaiting;
    /** The oldest first; the last one takes in what is published, the first one is applied. Never empty. */
    private volatile Batch[] batches;
    private int slowness;
    private boolean full;
    private boolean failed;
    private long takenEnd;

    /**
     * @param index the index, to which everything up to an address was applied
     * @param orphans receives every applied state
     * @param end that address
     * @param maxWaiting maximum number of waiting states before the writer has to wait
     */
    public InstanceStateOverlay(PersistentStoreIndex index, OrphanScan orphans, long end, int maxWaiting) {
        this.index = index;
        this.orphans = orphans;
        this.maxWaiting = maxWaiting;
        this.batches = new Batch[] { new Batch(end) };
        this.takenEnd = end;
    }

    /** The state of an instance as it is durable now, or null. */
    public IndexedInstance find(String id) {
        // The newest first. A state is in the index before it leaves a batch.
        Batch[] present = batches;
        for (int i = present.length - 1; i >= 0; i--) {
            IndexedInstance state = present[i].states.get(id);
            if (state != null) {
                return state == REMOVED ? null : state;
            }
        }
        return index.find(id);
    }

    /**
     * Finds instances as they are durable now, without waiting for the index.
     *
     * @param query see {@link InstanceFinder#isByKeysAlone(InstanceQuery)}
     */
    public InstancePage findByKeys(InstanceQuery query) {
        // Before the index is read: a key is in the index before its batch is gone.
        List<ListingSource> waiting = Arrays.stream(batches).filter(batch -> !batch.keyed.isEmpty())
                .map(batch -> ListingSource.of(batch.keyed)).toList();
        return index.findByKeys(query, waiting, this::find);
    }

    /**
     * Shows what became durable.
     *
     * @param changes states by id, null for an instance that was removed
     * @param end the address behind the record of the last of them
     * @return true if nothing was waiting to be taken before
     */
    public synchronized boolean publish(Map<String, IndexedInstance> changes, long end) {
        Batch newest = newest();
        boolean first = batches.length == 1 && newest.states.isEmpty();
        if (newest.states.size() >= BATCH) {
            newest = begin();
        }
        Batch open = newest;
        changes.forEach(open::put);
        open.end = end;
        return first;
    }

    private Batch newest() {
        return batches[batches.length - 1];
    }

    private Batch begin() {
        Batch begun = new Batch(newest().end);
        Batch[] more = Arrays.copyOf(batches, batches.length + 1);
        more[batches.length] = begun;
        batches = more;
        return begun;
    }

    /** Makes {@link #makeRoom} wait for longer, the higher the number; 0 is usual. */
    public synchronized void slowDown(int degree) {
        slowness = degree;
    }

    /**
     * Gives the thread that applies and cleans some time if it falls behind, so that neither memory nor the disk fills with its
     * backlog; returns only when memory has room, or after {@link #endWaiting}.
     *
     * @param published number of states published since the previous call
     */
    public synchronized void makeRoom(int published) throws InterruptedException {
        int degree = slowness + 2 * waiting() / maxWaiting;
        if (degree > 0) {
            wait(Math.min(LONGEST_PAUSE_MILLIS, degree * (1L + published / APPLIED_PER_MILLI)));
        }
        while (waiting() >= maxWaiting && !failed) {
            full = true;
            wait();
        }
        full = false;
    }

    /** No more states are applied, so the writer must not wait for that. */
    public synchronized void endWaiting() {
        failed = true;
        notifyAll();
    }

    /** Number of batches, which hold all published states. */
    public int batches() {
        return batches.length;
    }

    /** Takes the oldest batch, to be applied. */
    public synchronized void take() {
        takenEnd = batches[0].end;
        if (batches.length == 1) {
            begin();
        }
    }

    /** Applies to the index what was taken. */
    public void apply() {
        Map<String, IndexedInstance> taken = batches[0].states;
        // In the order of the ids, so that neighbours in the index are changed one after the other.
        String[] ids = taken.keySet().toArray(String[]::new);
        Arrays.sort(ids);
        for (String id : ids) {
            IndexedInstance state = taken.get(id) == REMOVED ? null : taken.get(id);
            index.apply(id, state);
            orphans.changed(id, state);
        }
        applied();
    }

    private synchronized void applied() {
        batches = Arrays.copyOfRange(batches, 1, batches.length);
        if (full) {
            notifyAll();
        }
    }

    /** The address up to which the index has everything; belongs to the thread that applies. */
    public long appliedEnd() {
        return takenEnd;
    }

    /** Approximate number of instances that wait to be applied; some search keys count as one. */
    public int waiting() {
        int total = 0;
        for (Batch batch : batches) {
            total += batch.states.size() + batch.keys / KEYS_PER_STATE;
        }
        return total;
    }

    /** Changes that were published one after the other. */
    private static final class Batch {
        private final Map<String, IndexedInstance> states = new ConcurrentHashMap<>();
        /** The search keys of those states. */
        private final NavigableSet<ListingKey> keyed = new ConcurrentSkipListSet<>();
        /** At least the number of those keys: the set has to count them. Written by the thread that publishes. */
        private volatile int keys;
        /** The address in the log behind the last of them. Guarded by the states around it. */
        private long end;

        Batch(long end) {
            this.end = end;
        }

        private void put(String id, IndexedInstance state) {
            states.put(id, state == null ? REMOVED : state);
            if (state != null) {
                // Behind the state: a search looks for the state of each key that it finds.
                List<ListingKey> added = ListingKey.ofKeys(state.row());
                keyed.addAll(added);
                keys += added.size();
            }
        }
    }
}
