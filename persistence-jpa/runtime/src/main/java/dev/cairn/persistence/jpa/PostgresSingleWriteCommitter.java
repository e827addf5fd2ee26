package dev.cairn.persistence.jpa;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

import dev.cairn.persistence.jpa.CountChanges.Change;
import dev.cairn.persistence.jpa.CountSlotPool.Slot;
import dev.cairn.persistence.jpa.PostgresCommitWriter.Foreseen;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;

/**
 * Writes a batch of one write without arrays, and without a result to be described and sent: the server needs seven tenths of
 * the time.
 */
final class PostgresSingleWriteCommitter {

    private static final String CREATE = """
            WITH passed AS (
              INSERT INTO cairn_instance (id, workflow, version, status, created_at, updated_at, wake_at, owner, keep_until,
                business_key, attributes, epoch, entry_count, error_type)
              VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
              ON CONFLICT (id) DO NOTHING RETURNING id)
            """;
    private static final String UPDATE = """
            WITH passed AS (
              UPDATE cairn_instance i SET version = ?, status = ?, updated_at = ?, wake_at = ?, owner = ?, keep_until = ?, entry_count = ?,
                error_type = ?
              WHERE id = ? AND epoch = ? AND entry_count = ? AND version = ? AND ? =\s""" + InstanceCountGroupKey.sqlPhase("i")
            + """
             RETURNING id)
            """;
    private static final String COUNTED = """
            , counted AS (
              INSERT INTO cairn_count AS c (node_id, slot, group_id, workflow, version, phase, instances)
              SELECT ?::text, ?::int, g.* FROM passed, (VALUES %s) AS g
              ON CONFLICT (node_id, slot, group_id) DO UPDATE SET instances = c.instances + excluded.instances)
            """;
    private static final String GROUP = "(?::text, ?::text, ?::text, ?::int, ?::bigint)";
    private static final String COUNTED_ONCE = COUNTED.formatted(GROUP);
    private static final String COUNTED_TWICE = COUNTED.formatted(GROUP + ", " + GROUP);
    /** The number of inserted rows tells if the write passed. */
    private static final String WRITTEN = """
            INSERT INTO cairn_entry (instance_id, position, entry_count, payload)
            SELECT id, ?::bigint, ?::int, ?::bytea FROM passed --\s""";

    private PostgresSingleWriteCommitter() {}

    /** True for a write with exactly one row of entries, and without attributes to be found by. */
    static boolean fits(InstanceWrite write, List<EntryBundle> bundles) {
        return bundles.size() == 1 && (!write.creates() || write.row().keys().attributes().isEmpty());
    }

    /**
     * Writes, in a transaction of its own.
     *
     * @param bundle its only row of entries
     * @param slot the slot that counts it
     * @param generation see {@link PostgresCommitWriter}
     * @return false if the fence or an existing instance of this id prevents the write, or if its group is not as foreseen
     */
    static boolean write(Connection connection, Foreseen foreseen, EntryBundle bundle, Slot slot, int generation)
            throws SQLException {
        InstanceWrite write = foreseen.write();
        CountChanges changes = new CountChanges();
        changes.move(foreseen.before(), foreseen.after());
        List<Change> counts = changes.inOrder();
        String counted = counts.isEmpty() ? "" : counts.size() == 1 ? COUNTED_ONCE : COUNTED_TWICE;
        String sql = (write.creates() ? CREATE : UPDATE) + counted + WRITTEN + generation;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int last = write.creates() ? bindCreate(statement, write) : bindUpdate(statement, write);
            if (!write.creates()) {
                statement.setString(++last, write.row().version());
                statement.setInt(++last, foreseen.before().phase());
            }
            last = bindCounts(statement, last, counts, slot);
            statement.setLong(++last, bundle.position());
            statement.setInt(++last, bundle.entryCount());
            bundle.bindPayload(statement, ++last);
            return statement.executeUpdate() == 1;
        }
    }

    private static int bindCounts(PreparedStatement to, int before, List<Change> counts, Slot slot) throws SQLException {
        int last = before;
        if (!counts.isEmpty()) {
            to.setString(++last, slot.nodeId());
            to.setInt(++last, slot.number());
        }
        for (Change change : counts) {
            InstanceCountGroupKey group = change.group();
            to.setString(++last, change.groupId());
            to.setString(++last, group.workflow());
            to.setString(++last, group.version());
            to.setInt(++last, group.phase());
            to.setLong(++last, change.instances());
        }
        return last;
    }

    private static int bindCreate(PreparedStatement to, InstanceWrite write) throws SQLException {
        InstanceRow row = write.row();
        int last = 0;
        to.setString(++last, row.id());
        to.setString(++last, row.workflow());
        to.setString(++last, row.version());
        to.setInt(++last, row.status().code());
        to.setLong(++last, row.createdAtMillis());
        to.setLong(++last, row.updatedAtMillis());
        to.setLong(++last, row.wakeAtMillis());
        to.setString(++last, row.owner());
        to.setLong(++last, row.keepUntilMillis());
        to.setString(++last, row.keys().businessKey());
        to.setString(++last, AttributesJsonCodec.encode(row.keys().attributes()));
        to.setLong(++last, write.epoch());
        to.setLong(++last, write.entries().size());
        to.setString(++last, row.errorType());
        return last;
    }

    private static int bindUpdate(PreparedStatement to, InstanceWrite write) throws SQLException {
        InstanceRow row = write.row();
        int last = 0;
        to.setString(++last, row.version());
        to.setInt(++last, row.status().code());
        to.setLong(++last, row.updatedAtMillis());
        to.setLong(++last, row.wakeAtMillis());
        to.setString(++last, row.owner());
        to.setLong(++last, row.keepUntilMillis());
        to.setLong(++last, write.position() + write.entries().size());
        to.setString(++last, row.errorType());
        to.setString(++last, row.id());
        to.setLong(++last, write.epoch());
        to.setLong(++last, write.position());
        return last;
    }
}
