package dev.cairn.spi;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.cairn.api.InstanceCount;
import dev.cairn.api.InstanceStatus;

/**
 * Counts instances as {@link InstanceStore#counts()} gives them, for stores that keep their rows in memory. Not thread-safe.
 */
public final class InstanceCountTally {

    private final Map<Group, Long> instances = new HashMap<>();

    /**
     * A group of instances that are counted together.
     *
     * @param workflow qualified name of the definition
     * @param version version of the definition
     * @param status the phase
     * @param parked true for parked instances
     */
    public record Group(String workflow, String version, InstanceStatus status, boolean parked) {

        /** The group of a row. */
        public static Group of(InstanceRow row) {
            return new Group(row.workflow(), row.version(), row.phase(), row.isParked());
        }
    }

    /** The counts of some rows. */
    public static List<InstanceCount> of(Stream<InstanceRow> rows) {
        InstanceCountTally tally = new InstanceCountTally();
        rows.forEach(row -> tally.replace(null, row));
        return tally.counts();
    }

    /** Replaces the row of an instance; null before the instance exists, and after it was removed. */
    public void replace(InstanceRow before, InstanceRow now) {
        Group from = before == null ? null : Group.of(before);
        Group to = now == null ? null : Group.of(now);
        if (from != null && !from.equals(to)) {
            add(from, -1);
        }
        if (to != null && !to.equals(from)) {
            add(to, 1);
        }
    }

    /** Adds to a count; a count that reaches zero is removed. */
    public void add(Group group, long difference) {
        instances.merge(group, difference, (before, more) -> before + more == 0 ? null : before + more);
    }

    /** All counts, in any order. */
    public List<InstanceCount> counts() {
        return instances.entrySet().stream().map(entry -> new InstanceCount(entry.getKey().workflow(), entry.getKey().version(),
                entry.getKey().status(), entry.getKey().parked(), entry.getValue(), true)).toList();
    }
}
