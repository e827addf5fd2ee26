package dev.cairn.persistence.jpa;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.cairn.spi.InstanceRow;

/**
 * Bounded cache of the count group of each instance that this node runs. A statement need not read them from the
 * database: it writes only rows that are still in the known group. An instance with an unknown or a wrong group costs
 * more. Thread-safe.
 */
final class InstanceCountGroupCache {

    /** About 10 MB: a fiftieth of the memory that the engine needs for this number of instances. */
    private static final int MAX_KNOWN = 100_000;
    private static final float LOAD = .75f;

    private final Map<String, InstanceCountGroupKey> groups = new LinkedHashMap<>(16, LOAD, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, InstanceCountGroupKey> eldest) {
            return size() > MAX_KNOWN;
        }
    };

    /** The group of an instance; null if it is not known. */
    synchronized InstanceCountGroupKey of(String instanceId) {
        return groups.get(instanceId);
    }

    /** Remembers the group of an instance. Forgets an ended instance: it is rarely written again. */
    synchronized void put(InstanceRow row) {
        if (row.status().ended()) {
            groups.remove(row.id());
        } else {
            groups.put(row.id(), InstanceCountGroupKey.of(row));
        }
    }
}
