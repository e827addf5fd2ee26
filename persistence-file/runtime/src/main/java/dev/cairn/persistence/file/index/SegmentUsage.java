package dev.cairn.persistence.file.index;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.cairn.persistence.file.record.InstanceRecordChain;
import dev.cairn.persistence.file.record.LogRecord;

/** Counts the bytes of each segment that belong to instances that exist. */
public final class SegmentUsage {

    private final TreeMap<Long, Long> liveBytes = new TreeMap<>();
    private final Map<Long, Long> sequences = new TreeMap<>();

    /** Makes a segment known by the address it starts at and the number of its file; as not needed, unless it is known. */
    public void know(long start, long sequence) {
        liveBytes.putIfAbsent(start, 0L);
        sequences.put(start, sequence);
    }

    public void forget(long start) {
        liveBytes.remove(start);
        sequences.remove(start);
    }

    void add(InstanceRecordChain extent) {
        change(extent.last(), extent.bytes());
    }

    void remove(InstanceRecordChain extent) {
        change(extent.last(), -extent.bytes());
    }

    private void change(long address, long bytes) {
        if (address == LogRecord.NONE) {
            // A missing entry lies in no segment.
            return;
        }
        Map.Entry<Long, Long> segment = liveBytes.floorEntry(address);
        if (segment == null || segment.getValue() + bytes < 0) {
            throw new IllegalStateException("No segment has " + -bytes + " live bytes at " + address + ": " + segment);
        }
        liveBytes.put(segment.getKey(), segment.getValue() + bytes);
    }

    /** Live bytes of a segment. */
    public long of(long start) {
        return liveBytes.getOrDefault(start, 0L);
    }

    /** Numbers of the files, by the addresses they start at. */
    public Map<Long, Long> sequences() {
        return sequences;
    }

    public long total() {
        long total = 0;
        for (long bytes : liveBytes.values()) {
            total += bytes;
        }
        return total;
    }

    /** Takes over what was saved. */
    void restore(Map<Long, Long> savedLiveBytes, Map<Long, Long> savedSequences) {
        liveBytes.putAll(savedLiveBytes);
        sequences.putAll(savedSequences);
    }

    void save(Map<Long, Long> targetLiveBytes, Map<Long, Long> targetSequences) {
        copy(liveBytes, targetLiveBytes);
        copy(sequences, targetSequences);
    }

    private static void copy(Map<Long, Long> source, Map<Long, Long> target) {
        for (long start : List.copyOf(target.keySet())) {
            if (!source.containsKey(start)) {
                target.remove(start);
            }
        }
        source.forEach((start, value) -> {
            if (!value.equals(target.get(start))) {
                target.put(start, value);
            }
        });
    }
}
