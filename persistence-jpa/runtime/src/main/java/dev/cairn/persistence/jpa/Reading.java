package dev.cairn.persistence.jpa;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.cairn.spi.DueTimer;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.StoredInstance;

/** Instances and due times as they are read. */
final class Reading {

    private Reading() {}

    private static Optional<Rows.Stored> stored(Connection connection, String id) throws SQLException {
        return Rows.query(connection, "SELECT " + Rows.COLUMNS + " FROM cairn_instance i WHERE i.id = ?", List.of(id)).stream()
                .findFirst();
    }

    static Optional<InstanceRow> row(Connection connection, String id) throws SQLException {
        return stored(connection, id).map(Rows.Stored::row);
    }

    /** Without a transaction around it: what was appended after the row was read is left out by its position. */
    static Optional<StoredInstance> load(Connection connection, String id) throws SQLException {
        Rows.Stored missed = null;
        while (true) {
            Optional<Rows.Stored> found = stored(connection, id);
            if (found.isEmpty()) {
                return Optional.empty();
            }
            Rows.Stored stored = found.get();
            List<Bundle> bundles = Rows.query(connection,
                    "SELECT e.position, e.entry_count, e.payload FROM cairn_entry e WHERE e.instance_id = ?"
                            + " AND e.position < ? ORDER BY e.position",
                    List.of(id, stored.entryCount()),
                    result -> new Bundle(result.getLong(1), result.getInt(2), result.getBytes(3)));
            List<byte[]> entries = new ArrayList<>();
            boolean whole = true;
            for (Bundle bundle : bundles) {
                whole &= bundle.position() == entries.size() && bundle.unpack(entries);
            }
            if (whole && entries.size() == stored.entryCount()) {
                return Optional.of(new StoredInstance(stored.row(), stored.epoch(), entries));
            }
            // It was removed in between, perhaps created again; or else somebody deleted entries.
            if (stored.equals(missed)) {
                throw Failures.incomplete(id, stored.entryCount(), entries.size());
            }
            missed = stored;
        }
    }

    static List<DueTimer> dueTimers(Connection connection, long untilMillis, DueTimer after, int limit) throws SQLException {
        List<Object> parameters = new ArrayList<>(List.of(untilMillis));
        StringBuilder sql = new StringBuilder("SELECT i.wake_at, i.id FROM cairn_instance i WHERE i.wake_at > 0"
                + " AND i.wake_at <= ?");
        if (after != null) {
            sql.append(" AND i.wake_at >= ? AND (i.wake_at > ? OR i.id > ?)");
            parameters.addAll(List.of(after.dueAtMillis(), after.dueAtMillis(), after.instanceId()));
        }
        sql.append(" ORDER BY i.wake_at, i.id FETCH FIRST ").append(limit).append(" ROWS ONLY");
        return Rows.query(connection, sql.toString(), parameters,
                result -> new DueTimer(result.getLong(1), result.getString(2)));
    }
}
