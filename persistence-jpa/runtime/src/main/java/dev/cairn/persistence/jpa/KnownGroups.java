package dev.cairn.persistence.jpa;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.cairn.spi.InstanceRow;

/**
 * As what this node has counted the instances that it runs. With that a statement need not find out: it writes only rows that are counted so. An
 * instance that is not known here costs more, and one that is known wrongly as well. Thread-safe.
 */
final class KnownGroups {

    /** About 10 MB; so many instances take fifty times as much in the memory of the engine. */
    private static final int MAX_KNOWN = 100_000;
    private static final float LOAD = .75f;

    private final Map<String, CountGroup> groups = new LinkedHashMap<>(16, LOAD, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, CountGroup> eldest) {
            return size() > MAX_KNOWN;
        }
    };

    /** Null if it is not known. */
    synchronized CountGroup of(String instanceId) {
        return groups.get(instanceId);
    }

    /** This is the row of an instance. One that has ended is hardly ever written again. */
    synchronized void put(InstanceRow row) {
        if (row.status().ended()) {
            groups.remove(row.id());
        } else {
            groups.put(row.id(), CountGroup.of(row));
        }
    }
}
