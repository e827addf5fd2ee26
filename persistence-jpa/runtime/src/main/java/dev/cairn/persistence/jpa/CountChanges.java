package dev.cairn.persistence.jpa;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.cairn.persistence.jpa.CountSlotPool.Slot;

/** The changes that one transaction makes to the numbers of instances. Not thread-safe. */
final class CountChanges {

    static final String COLUMNS = "node_id, slot, group_id, workflow, version, phase, instances";
    private static final int COLUMN_COUNT = 7;
    /** Maximum number of rows of a statement. */
    private static final int MAX_ROWS = InstanceResultSetMapper.MAX_LISTED / COLUMN_COUNT;
    private static final String ADD = "UPDATE cairn_count SET instances = instances + ? WHERE node_id = ? AND slot = ?"
            + " AND group_id = ?";

    /**
     * The change of the number of a group.
     *
     * @param groupId see {@link InstanceCountGroupKey#id()}
     * @param instances the difference, which may be negative
     */
    record Change(String groupId, InstanceCountGroupKey group, long instances) {}

    private final Map<InstanceCountGroupKey, Long> changes = new HashMap<>();

    /** Adds a number, which may be negative. */
    void add(InstanceCountGroupKey group, long instances) {
        changes.merge(group, instances, (before, more) -> before + more == 0 ? null : before + more);
    }

    /** Moves an instance to another group. {@code from} is null for a new instance, {@code to} for a removed one. */
    void move(InstanceCountGroupKey from, InstanceCountGroupKey to) {
        if (from != null && !from.equals(to)) {
            add(from, -1);
        }
        if (to != null && !to.equals(from)) {
            add(to, 1);
        }
    }

    boolean isEmpty() {
        return changes.isEmpty();
    }

    /** All changes, by the ids of the groups: two transactions that change the same rows do so in the same order. */
    List<Change> inOrder() {
        return changes.entrySet().stream().map(change -> new Change(change.getKey().id(), change.getKey(), change.getValue()))
                .sorted(Comparator.comparing(Change::groupId)).toList();
    }

    /** Adds the changes to the numbers of a slot. */
    void write(Connection connection, DatabaseDialect database, Slot slot) throws SQLException {
        List<Change> all = inOrder();
        String upsert = database.countUpsert();
        for (int from = 0; from < all.size(); from += MAX_ROWS) {
            List<Change> part = all.subList(from, Math.min(all.size(), from + MAX_ROWS));
            if (upsert == null) {
                for (Change change : part) {
                    write(connection, slot, change);
                }
            } else {
                insert(connection, slot, part, upsert);
            }
        }
    }

    private static void write(Connection connection, Slot slot, Change change) throws SQLException {
        if (InstanceResultSetMapper.update(connection, ADD,
                List.of(change.instances, slot.nodeId(), slot.number(), change.groupId)) == 0) {
            insert(connection, slot, List.of(change), "");
        }
    }

    private static void insert(Connection connection, Slot slot, List<Change> part, String ending) throws SQLException {
        List<Object> values = new ArrayList<>();
        for (Change change : part) {
            values.addAll(List.of(slot.nodeId(), slot.number(), change.groupId, change.group.workflow(),
                    change.group.version(), change.group.phase(), change.instances));
        }
        String row = InstanceResultSetMapper.placeholders(COLUMN_COUNT);
        InstanceResultSetMapper.update(connection, "INSERT INTO cairn_count (" + COLUMNS + ") VALUES " + row
                + (", " + row).repeat(part.size() - 1) + ending, values);
    }
}
