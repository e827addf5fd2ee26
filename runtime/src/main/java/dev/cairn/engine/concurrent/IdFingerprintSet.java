package dev.cairn.engine.concurrent;

/**
 * Remembers ids in 16 to 32 bytes each, as 64 bits of a hash. Two of a million ids have the same one with a probability of 3 in 100 million.
 * For one thread at a time.
 */
public final class IdFingerprintSet {

    /** Ids that are remembered; they take 16 MiB. */
    static final int MAX_IDS = 1 << 20;

    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private long[] slots = new long[64];
    private int size;

    /** True if no more can be remembered. */
    public boolean isFull() {
        return size >= MAX_IDS;
    }

    /** Adds an id, if there is room; false if it was there before. */
    public boolean add(String id) {
        long hash = hash(id);
        if (2 * size >= slots.length && !isFull()) {
            grow();
        }
        int at = slot(slots, hash);
        if (slots[at] == hash) {
            return false;
        }
        if (!isFull()) {
            slots[at] = hash;
            size++;
        }
        return true;
    }

    private void grow() {
        long[] larger = new long[2 * slots.length];
        for (long hash : slots) {
            if (hash != 0) {
                larger[slot(larger, hash)] = hash;
            }
        }
        slots = larger;
    }

    private static int slot(long[] slots, long hash) {
        int at = (int) (hash ^ hash >>> 32) & slots.length - 1;
        while (slots[at] != 0 && slots[at] != hash) {
            at = at + 1 & slots.length - 1;
        }
        return at;
    }

    /** Never 0, which is a free slot. */
    private static long hash(String id) {
        long hash = FNV_OFFSET;
        for (int i = 0; i < id.length(); i++) {
            hash = (hash ^ id.charAt(i)) * FNV_PRIME;
        }
        return hash == 0 ? 1 : hash;
    }
}
