package dev.cairn.persistence.jpa;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.cairn.persistence.jpa.CountSlotPool.Slot;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;

/**
 * Writes batches in SQL that every database understands: the rows are locked in the order of their ids and looked at, then
 * what passed the fence is written in batches of each statement.
 */
final class PortableCommitWriter implements CommitWriter {

    private static final String INSERT = "INSERT INTO cairn_instance (id, workflow, version, status, created_at, updated_at,"
            + " wake_at, owner, keep_until, business_key, attributes, epoch, entry_count, error_type) VALUES "
            + InstanceResultSetMapper.placeholders(14);
    private static final String INSERT_ATTRIBUTE = "INSERT INTO cairn_attribute (instance_id, name, content, created_at) VALUES"
            + " (?, ?, ?, ?)";
    private static final String UPDATE = "UPDATE cairn_instance SET version = ?, status = ?, updated_at = ?, wake_at = ?, owner = ?,"
            + " keep_until = ?, entry_count = ?, error_type = ? WHERE id = ?";
    private static final String INSERT_ENTRY = "INSERT INTO cairn_entry (instance_id, position, entry_count, payload)"
            + " VALUES (?, ?, ?, ?)";

    /** Larger ones go one by one: drivers hold a batch in memory, and MariaDB's takes none of more than 16 MiB. */
    private static final int MAX_BATCHED_BYTES = 1 << 20;

    private final StoreTransactions transactions;
    private final DatabaseDialect database;
    private final CountSlotPool slots;

    PortableCommitWriter(StoreTransactions transactions, DatabaseDialect database, CountSlotPool slots) {
        this.transactions = transactions;
        this.database = database;
        this.slots = slots;
    }

    /** The stored state that a write must match, and the group in which the instance is counted. */
    private record Fence(long epoch, long entryCount, InstanceCountGroupKey group) {}

    @Override
    public List<CommitResult> commit(List<InstanceWrite> batch) {
        Set<String> passed = slots.with(slot -> write(batch, slot));
        return batch.stream().map(write -> CommitWriter.result(write, passed.contains(write.row().id()))).toList();
    }

    /** Writes a batch, and counts it in a slot. Returns the ids of the written instances. */
    Set<String> write(List<InstanceWrite> batch, Slot slot) {
        List<InstanceWrite> sorted = batch.stream().sorted(Comparator.comparing(write -> write.row().id())).toList();
        return transactions.write("a batch of " + batch.size(), connection -> write(connection, sorted, slot));
    }

    private Set<String> write(Connection connection, List<InstanceWrite> writes, Slot slot) throws SQLException {
        Map<String, Fence> fences = lock(connection, writes);
        List<InstanceWrite> passing = writes.stream().filter(write -> passes(write, fences.get(write.row().id()))).toList();
        insert(connection, passing.stream().filter(InstanceWrite::creates).toList());
        update(connection, passing.stream().filter(write -> !write.creates()).toList());
        insertEntries(connection, passing);
        Set<String> passed = new HashSet<>();
        CountChanges changes = new CountChanges();
        for (InstanceWrite write : passing) {
            passed.add(write.row().id());
            Fence before = fences.get(write.row().id());
            changes.move(before == null ? null : before.group, InstanceCountGroupKey.of(write.row()));
        }
        changes.write(connection, database, slot);
        return passed;
    }

    private static boolean passes(InstanceWrite write, Fence fence) {
        if (write.creates()) {
            return fence == null;
        }
        return fence != null && fence.epoch == write.epoch() && fence.entryCount == write.position();
    }

    /** Rows that exist; those to be created are not locked, since a lock on what is not there is one on its neighbours. */
    private static Map<String, Fence> lock(Connection connection, List<InstanceWrite> writes) throws SQLException {
        Map<String, Fence> fences = new HashMap<>();
        for (boolean creates : new boolean[] { true, false }) {
            List<String> ids = writes.stream().filter(write -> write.creates() == creates).map(write -> write.row().id())
                    .toList();
            for (List<String> part : InstanceResultSetMapper.parts(ids)) {
                String sql = "SELECT id, epoch, entry_count, workflow, version, status, wake_at FROM cairn_instance WHERE id IN "
                        + InstanceResultSetMapper.placeholders(part.size()) + (creates ? "" : " ORDER BY id FOR UPDATE");
                InstanceResultSetMapper.query(connection, sql, part, result -> fences.put(result.getString(1),
                        new Fence(result.getLong(2), result.getLong(3), InstanceCountGroupKey.of(result.getString(4),
                                result.getString(5), result.getInt(6), result.getLong(7)))));
            }
        }
        return fences;
    }

    private static void insert(Connection connection, List<InstanceWrite> writes) throws SQLException {
        if (writes.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            for (InstanceWrite write : writes) {
                InstanceRow row = write.row();
                statement.setString(1, row.id());
                statement.setString(2, row.workflow());
                statement.setString(3, row.version());
                statement.setInt(4, row.status().code());
                statement.setLong(5, row.createdAtMillis());
                statement.setLong(6, row.updatedAtMillis());
                statement.setLong(7, row.wakeAtMillis());
                setText(statement, 8, row.owner());
                statement.setLong(9, row.keepUntilMillis());
                setText(statement, 10, row.keys().businessKey());
                setText(statement, 11, AttributesJsonCodec.encode(row.keys().attributes()));
                statement.setLong(12, write.epoch());
                statement.setLong(13, write.entries().size());
                setText(statement, 14, row.errorType());
                statement.addBatch();
            }
            statement.executeBatch();
        }
        insertAttributes(connection, writes);
    }

    private static void setText(PreparedStatement statement, int parameter, String text) throws SQLException {
        if (text == null) {
            statement.setNull(parameter, Types.VARCHAR);
        } else {
            statement.setString(parameter, text);
        }
    }

    private static void insertAttributes(Connection connection, List<InstanceWrite> writes) throws SQLException {
        if (writes.stream().allMatch(write -> write.row().keys().attributes().isEmpty())) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(INSERT_ATTRIBUTE)) {
            for (InstanceWrite write : writes) {
                for (Map.Entry<String, String> attribute : write.row().keys().attributes().entrySet()) {
                    statement.setString(1, write.row().id());
                    statement.setString(2, attribute.getKey());
                    statement.setString(3, attribute.getValue());
                    statement.setLong(4, write.row().createdAtMillis());
                    statement.addBatch();
                }
            }
            statement.executeBatch();
        }
    }

    private static void update(Connection connection, List<InstanceWrite> writes) throws SQLException {
        if (writes.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(UPDATE)) {
            for (InstanceWrite write : writes) {
                statement.setString(1, write.row().version());
                statement.setInt(2, write.row().status().code());
                statement.setLong(3, write.row().updatedAtMillis());
                statement.setLong(4, write.row().wakeAtMillis());
                setText(statement, 5, write.row().owner());
                statement.setLong(6, write.row().keepUntilMillis());
                statement.setLong(7, write.position() + write.entries().size());
                setText(statement, 8, write.row().errorType());
                statement.setString(9, write.row().id());
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    private static void insertEntries(Connection connection, List<InstanceWrite> writes) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT_ENTRY)) {
            long batchedBytes = 0;
            for (InstanceWrite write : writes) {
                for (EntryBundle bundle : EntryBundle.of(write)) {
                    int bytes = bundle.payload().size();
                    if (batchedBytes > 0 && batchedBytes + bytes > MAX_BATCHED_BYTES) {
                        statement.executeBatch();
                        batchedBytes = 0;
                    }
                    statement.setString(1, write.row().id());
                    statement.setLong(2, bundle.position());
                    statement.setInt(3, bundle.entryCount());
                    bundle.bindPayload(statement, 4);
                    if (bytes > MAX_BATCHED_BYTES) {
                        statement.executeUpdate();
                    } else {
                        statement.addBatch();
                        // An empty one takes room as well.
                        batchedBytes += Math.max(1, bytes);
                    }
                }
            }
            if (batchedBytes > 0) {
                statement.executeBatch();
            }
        }
    }
}
