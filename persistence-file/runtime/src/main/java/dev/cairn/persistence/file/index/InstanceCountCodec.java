package dev.cairn.persistence.file.index;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

import org.h2.mvstore.MVMap;

import dev.cairn.api.InstanceCount;
import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.InstanceCountTally;

/** Keeps the counts of instances in a map of the index: a workflow, its version and a phase, and how many there are. */
final class InstanceCountCodec {

    /** Names of workflows and versions have none. */
    private static final char SEPARATOR = '\0';
    private static final String PARKED = "p";

    private InstanceCountCodec() {}

    /** The counts that were saved. */
    static InstanceCountTally restore(MVMap<String, Long> saved) {
        InstanceCountTally tally = new InstanceCountTally();
        saved.forEach((key, instances) -> tally.add(group(key), instances));
        return tally;
    }

    /** Counts all instances, for an index of an earlier version, which has no counts. */
    static InstanceCountTally count(Collection<IndexedInstance> states) {
        InstanceCountTally tally = new InstanceCountTally();
        states.forEach(state -> tally.replace(null, state.row()));
        return tally;
    }

    /** Saves what has changed. */
    static void save(InstanceCountTally tally, MVMap<String, Long> saved) {
        Map<String, Long> now = new HashMap<>();
        tally.counts().forEach(count -> now.put(key(count), count.instances()));
        saved.keyIterator(null).forEachRemaining(key -> {
            if (!now.containsKey(key)) {
                saved.remove(key);
            }
        });
        now.forEach((key, instances) -> {
            if (!instances.equals(saved.get(key))) {
                saved.put(key, instances);
            }
        });
    }

    private static String key(InstanceCount count) {
        return count.workflow() + SEPARATOR + count.version() + SEPARATOR
                + (count.parked() ? PARKED : Integer.toString(count.status().code()));
    }

    private static InstanceCountTally.Group group(String key) {
        int status = key.lastIndexOf(SEPARATOR);
        int version = key.lastIndexOf(SEPARATOR, status - 1);
        String phase = key.substring(status + 1);
        boolean parked = phase.equals(PARKED);
        return new InstanceCountTally.Group(key.substring(0, version), key.substring(version + 1, status),
                parked ? InstanceStatus.SUSPENDED : InstanceStatus.ofCode(Integer.parseInt(phase)), parked);
    }
}
