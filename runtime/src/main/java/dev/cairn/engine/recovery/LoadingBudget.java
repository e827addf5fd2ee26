package dev.cairn.engine.recovery;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

import org.jboss.logging.Logger;

import dev.cairn.engine.node.MemoryBudget;
import dev.cairn.engine.node.StoreBackoff;
import dev.cairn.time.LogRateLimiter;
import dev.cairn.time.TimeSource;

/**
 * Bounds the bytes of the instances that are being loaded. The size of an instance is known only when its journal is loaded;
 * until then it counts as large as the previous ones were. One thread at a time takes room; any thread frees it.
 */
public final class LoadingBudget {

    /** Maximum number of times that an instance is loaded again after memory did not suffice. */
    public static final int MAX_SHORTAGES = 6;

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    private static final long LOG_INTERVAL_MILLIS = 60_000;
    /**
     * Divisor of the memory budget: this part is for instances that are being loaded. The first instance is expected to take
     * all of that.
     */
    private static final int PART = 4;
    /** A journal, its values as trees, and values computed from them. */
    private static final int BYTES_PER_JOURNAL_BYTE = 4;
    /** The expectation follows instances that become smaller as slowly. */
    private static final int SLOWNESS = 16;

    private final MemoryBudget memory;
    private final LogRateLimiter logInterval;
    private final ConcurrentMap<String, Long> takenById = new ConcurrentHashMap<>();
    /** Number of times that memory did not suffice for an instance that is to be loaded again. */
    private final ConcurrentMap<String, Integer> shortagesById = new ConcurrentHashMap<>();
    private final AtomicLong takenBytes = new AtomicLong();
    private volatile long expectedBytes;

    LoadingBudget(MemoryBudget memory, TimeSource time) {
        this.memory = memory;
        this.logInterval = new LogRateLimiter(time, LOG_INTERVAL_MILLIS);
        this.expectedBytes = Math.max(MemoryBudget.MIN_INSTANCE_BYTES, memory.maxBytes() / PART);
    }

    /** Number of instances that have room, up to {@code most}; at least one if none is being loaded. */
    int count(int most) {
        long left = memory.maxBytes() / PART - takenBytes.get();
        int count = (int) Math.max(0, Math.min(most, left / expectedBytes));
        return count == 0 && takenById.isEmpty() ? 1 : count;
    }

    /** An instance is going to be loaded. */
    void take(String instanceId) {
        set(instanceId, expectedBytes);
    }

    /**
     * The journal of an instance is loaded. The instance may be far larger than a compressed journal, so this never lowers an
     * estimate; the size in memory does.
     */
    void measured(String instanceId, long journalBytes) {
        long bytes = Math.max(expectedBytes, MemoryBudget.MIN_INSTANCE_BYTES + journalBytes * BYTES_PER_JOURNAL_BYTE);
        expectedBytes = bytes;
        set(instanceId, bytes);
    }

    /**
     * Memory did not suffice to load an instance: it, or the instances loaded beside it, are larger than expected. Until
     * smaller ones have been loaded, each instance is loaded alone.
     *
     * @return after how many milliseconds it is to be loaded again, or -1 if that was done often enough
     */
    long shortage(String instanceId) {
        expectedBytes = Math.max(expectedBytes, memory.maxBytes() / PART);
        int shortages = shortagesById.merge(instanceId, 1, Integer::sum);
        if (shortages > MAX_SHORTAGES) {
            return -1;
        }
        free(instanceId);
        say(instanceId, shortages);
        return StoreBackoff.FIRST_MILLIS << shortages;
    }

    private void say(String instanceId, int shortages) {
        if (logInterval.isDue()) {
            LOG.warnf(
                    "CAIRN-0490: Cannot bring an instance into memory yet [instance=%s, shortages=%d, held=%d, budget=%d bytes]: the heap"
                            + " does not suffice. It is loaded again soon, with no other beside it. If this lasts, raise the heap, or"
                            + " lower quarkus.cairn.memory.budget to leave more of it free.",
                    instanceId, shortages, memory.heldBytes(), memory.maxBytes());
        }
    }

    /** Expected size of an instance in memory, which may be far more than its journal if that is compressed. */
    void expect(long bytes) {
        long expected = expectedBytes;
        expectedBytes = Math.max(bytes, expected - (expected - bytes) / SLOWNESS);
    }

    private void set(String instanceId, long bytes) {
        Long before = takenById.put(instanceId, bytes);
        count(bytes - (before == null ? 0 : before));
    }

    /** An instance is in memory, or will not come. */
    void done(String instanceId) {
        shortagesById.remove(instanceId);
        free(instanceId);
    }

    /** An instance waits until it can be loaded. */
    void free(String instanceId) {
        Long taken = takenById.remove(instanceId);
        if (taken != null) {
            count(-taken);
        }
    }

    private void count(long bytes) {
        takenBytes.addAndGet(bytes);
        memory.hold(bytes);
    }
}
