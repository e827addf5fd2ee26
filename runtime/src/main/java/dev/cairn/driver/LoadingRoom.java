package dev.cairn.driver;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the bytes of the instances that are being loaded. How large one is, is known only when its journal is there; until then it
 * counts as large as those before it were. Room is taken in one thread at a time, and freed in any.
 */
final class LoadingRoom {

    /** Before the first is there, one is expected to take such a part of the budget. */
    private static final int FIRST_EXPECTED_PART = 16;
    /** A journal, its values as trees, and what is computed from them. */
    private static final int BYTES_PER_JOURNAL_BYTE = 4;
    /** The expectation follows instances that become smaller as slowly. */
    private static final int SLOWNESS = 16;

    private final MemoryBudget memory;
    private final ConcurrentMap<String, Long> takenById = new ConcurrentHashMap<>();
    private final AtomicLong takenBytes = new AtomicLong();
    private volatile long expectedBytes;

    LoadingRoom(MemoryBudget memory) {
        this.memory = memory;
        this.expectedBytes = Math.max(Residence.LEAST_BYTES, memory.maxBytes() / FIRST_EXPECTED_PART);
    }

    /** How many instances there is room for, up to {@code most}; always for one if none is being loaded. */
    int count(int most) {
        long left = memory.maxBytes() / 4 - takenBytes.get();
        int count = (int) Math.max(0, Math.min(most, left / expectedBytes));
        return count == 0 && takenById.isEmpty() ? 1 : count;
    }

    /** An instance is going to be loaded. */
    void take(String instanceId) {
        set(instanceId, expectedBytes);
    }

    /** The journal of an instance is there. */
    void measured(String instanceId, long journalBytes) {
        long bytes = Residence.LEAST_BYTES + journalBytes * BYTES_PER_JOURNAL_BYTE;
        expect(bytes);
        set(instanceId, bytes);
    }

    /** So many bytes one takes in memory, which may be far more than its journal if that is compressed. */
    void expect(long bytes) {
        long expected = expectedBytes;
        expectedBytes = Math.max(bytes, expected - (expected - bytes) / SLOWNESS);
    }

    private void set(String instanceId, long bytes) {
        Long before = takenById.put(instanceId, bytes);
        count(bytes - (before == null ? 0 : before));
    }

    /** An instance is in memory, or will not come. */
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
