package dev.cairn.persistence.file;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How many bytes of each segment belong to instances that exist. */
final class SegmentUse {

    private final TreeMap<Long, Long> liveBytes = new TreeMap<>();

    /** Says how much of the segment that starts at an address is needed. */
    void set(long start, long bytes) {
        liveBytes.put(start, bytes);
    }

    /** Makes a segment known, as not needed, unless it is known. */
    void know(long start) {
        liveBytes.putIfAbsent(start, 0L);
    }

    void forget(long start) {
        liveBytes.remove(start);
    }

    void add(Extent extent) {
        change(extent.last(), extent.bytes());
    }

    void remove(Extent extent) {
        change(extent.last(), -extent.bytes());
    }

    private void change(long address, long bytes) {
        Map.Entry<Long, Long> segment = liveBytes.floorEntry(address);
        if (segment == null || segment.getValue() + bytes < 0) {
            throw new IllegalStateException("No segment has " + -bytes + " live bytes at " + address + ": " + segment);
        }
        liveBytes.put(segment.getKey(), segment.getValue() + bytes);
    }

    /** Live bytes of a segment. */
    long of(long start) {
        return liveBytes.getOrDefault(start, 0L);
    }

    /** By their first addresses. */
    Map<Long, Long> all() {
        return liveBytes;
    }

    long total() {
        long total = 0;
        for (long bytes : liveBytes.values()) {
            total += bytes;
        }
        return total;
    }

    void save(Map<Long, Long> target) {
        for (long start : List.copyOf(target.keySet())) {
            if (!liveBytes.containsKey(start)) {
                target.remove(start);
            }
        }
        liveBytes.forEach((start, bytes) -> {
            if (!bytes.equals(target.get(start))) {
                target.put(start, bytes);
            }
        });
    }
}
