package dev.cairn.persistence.jpa;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.cairn.spi.DueTimer;
import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.StoredInstance;

/** Reads instances, their entries and due times. */
final class JpaInstanceReader {

    private JpaInstanceReader() {}

    private static Optional<InstanceResultSetMapper.Stored> stored(Connection connection, String id) throws SQLException {
        return InstanceResultSetMapper
                .query(connection, "SELECT " + InstanceResultSetMapper.COLUMNS + " FROM cairn_instance i WHERE i.id = ?",
                        List.of(id))
                .stream()
                .findFirst();
    }

    static Optional<InstanceRow> row(Connection connection, String id) throws SQLException {
        return stored(connection, id).map(InstanceResultSetMapper.Stored::row);
    }

    /** Without a transaction around it: what was appended after the row was read is left out. */
    static Optional<StoredInstance> load(Connection connection, String id) throws SQLException {
        InstanceResultSetMapper.Stored missed = null;
        while (true) {
            Optional<InstanceResultSetMapper.Stored> found = stored(connection, id);
            if (found.isEmpty()) {
                return Optional.empty();
            }
            InstanceResultSetMapper.Stored stored = found.get();
            List<byte[]> entries = entries(stored, bundles(connection, List.of(id)).getOrDefault(id, List.of()));
            if (entries.size() == stored.entryCount()) {
                return Optional.of(new StoredInstance(stored.row(), stored.epoch(), entries));
            }
            // It was removed in between, perhaps created again; or other software deleted entries.
            if (stored.equals(missed)) {
                throw JpaStoreExceptionFactory.incomplete(id, stored.entryCount(), entries.size());
            }
            missed = stored;
        }
    }

    /** As {@link #load}, with one question for all rows and one for all entries. */
    static List<StoredInstance> loadAll(Connection connection, List<String> ids) throws SQLException {
        List<StoredInstance> loaded = new ArrayList<>(ids.size());
        for (List<String> part : InstanceResultSetMapper.parts(ids)) {
            List<InstanceResultSetMapper.Stored> found = InstanceResultSetMapper.query(connection,
                    "SELECT " + InstanceResultSetMapper.COLUMNS + " FROM cairn_instance i WHERE i.id IN "
                            + InstanceResultSetMapper.placeholders(part.size()),
                    part);
            Map<String, List<EntryBundle>> bundles = bundles(connection, part);
            for (InstanceResultSetMapper.Stored stored : found) {
                String id = stored.row().id();
                List<byte[]> entries = entries(stored, bundles.getOrDefault(id, List.of()));
                if (entries.size() == stored.entryCount()) {
                    loaded.add(new StoredInstance(stored.row(), stored.epoch(), entries));
                } else {
                    load(connection, id).ifPresent(loaded::add);
                }
            }
        }
        return loaded;
    }

    /** The entries that belong to a row; fewer than it has if some are missing or cannot be unpacked. */
    private static List<byte[]> entries(InstanceResultSetMapper.Stored stored, List<EntryBundle> bundles) {
        List<byte[]> entries = new ArrayList<>();
        for (EntryBundle bundle : bundles) {
            int before = entries.size();
            // Entries that were appended since the row was read are not part of this state.
            if (bundle.position() < stored.entryCount() && (bundle.position() != before || !bundle.unpack(entries))) {
                return entries.subList(0, before);
            }
        }
        return entries;
    }

    /** The stored journals, by instance, in the order of the entries. */
    private static Map<String, List<EntryBundle>> bundles(Connection connection, List<String> ids) throws SQLException {
        record Owned(String id, EntryBundle bundle) {}
        return InstanceResultSetMapper
                .query(connection, "SELECT e.instance_id, e.position, e.entry_count, e.payload FROM cairn_entry e"
                        + " WHERE e.instance_id IN " + InstanceResultSetMapper.placeholders(ids.size())
                        + " ORDER BY e.instance_id, e.position", ids,
                        result -> new Owned(result.getString(1),
                                new EntryBundle(result.getLong(2), result.getInt(3), EncodedEntry.of(result.getBytes(4)))))
                .stream()
                .collect(Collectors.groupingBy(Owned::id, Collectors.mapping(Owned::bundle, Collectors.toList())));
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
        return InstanceResultSetMapper.query(connection, sql.toString(), parameters,
                result -> new DueTimer(result.getLong(1), result.getString(2)));
    }
}
