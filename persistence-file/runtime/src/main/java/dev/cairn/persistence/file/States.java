package dev.cairn.persistence.file;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStatus;

/**
 * The present state of every instance: the index, and on top of it what was committed to the log and is not yet in the index.
 *
 * <p>
 * The writer publishes, the indexer takes; anybody finds.
 */
final class States {

    /** Stands for an instance that was removed. */
    private static final InstanceState REMOVED = new InstanceState(
            new InstanceRow("", "", "", InstanceStatus.CANCELLED, 0, 0, 0, null), 0, 0, 0, List.of());

    /** How many states may wait before the writer is slowed down; each takes about half a kilobyte. */
    private static final int CROWDED = 50_000;
    /** A commit is never held up longer than this. */
    private static final long LONGEST_PAUSE_MILLIS = 40;
    /** How many are applied in a millisecond on a slow machine. */
    private static final int APPLIED_PER_MILLI = 50;

    private final Index index;
    private final OrphanScan orphans;
    private volatile Map<String, InstanceState> recent = new ConcurrentHashMap<>();
    private volatile Map<String, InstanceState> taken = Map.of();
    private int slowness;
    private long publishedEnd;
    private long takenEnd;

    /**
     * @param index what everything up to an address was applied to
     * @param orphans told of everything that is applied
     * @param end that address
     */
    States(Index index, OrphanScan orphans, long end) {
        this.index = index;
        this.orphans = orphans;
        this.publishedEnd = end;
        this.takenEnd = end;
    }

    /** The state of an instance as it is durable now, or null. */
    InstanceState find(String id) {
        // In this order: what leaves one of the three is in the next before.
        InstanceState state = recent.get(id);
        if (state == null) {
            state = taken.get(id);
        }
        if (state == null) {
            return index.find(id);
        }
        return state == REMOVED ? null : state;
    }

    /**
     * Shows what became durable.
     *
     * @param changes states by id, null for an instance that was removed
     * @param end the address behind the record of the last of them
     * @return true if nothing was waiting to be taken before
     */
    synchronized boolean publish(Map<String, InstanceState> changes, long end) {
        boolean first = recent.isEmpty();
        changes.forEach((id, state) -> recent.put(id, state == null ? REMOVED : state));
        publishedEnd = end;
        return first;
    }

    /** Makes {@link #makeRoom} wait for longer, the higher the number; 0 is usual. */
    synchronized void slowDown(int degree) {
        slowness = degree;
    }

    /**
     * Gives the thread that applies and cleans some time if it does not keep up, so that neither memory nor the disk fills with what
     * it has yet to do.
     *
     * @param published how much was published since this was called before
     */
    synchronized void makeRoom(int published) throws InterruptedException {
        int degree = slowness + recent.size() / CROWDED;
        if (degree > 0) {
            wait(Math.min(LONGEST_PAUSE_MILLIS, degree * (1L + published / APPLIED_PER_MILLI)));
        }
    }

    /** Takes what was published, to be applied. */
    synchronized void take() {
        taken = recent;
        takenEnd = publishedEnd;
        recent = new ConcurrentHashMap<>();
    }

    /** Applies to the index what was taken. */
    void apply() {
        // In the order of the ids, so that neighbours in the index are changed one after the other.
        String[] ids = taken.keySet().toArray(String[]::new);
        Arrays.sort(ids);
        for (String id : ids) {
            InstanceState state = taken.get(id) == REMOVED ? null : taken.get(id);
            index.apply(id, state);
            orphans.changed(id, state);
        }
        taken = Map.of();
    }

    /** The address up to which the index has everything; belongs to the thread that applies. */
    long appliedEnd() {
        return takenEnd;
    }

    /** How many instances are waiting to be applied, about. */
    int waiting() {
        return recent.size();
    }
}
