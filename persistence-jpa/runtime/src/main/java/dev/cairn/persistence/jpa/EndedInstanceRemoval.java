package dev.cairn.persistence.jpa;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Removes instances whose time has come, with all that belongs to them. */
final class EndedInstanceRemoval {

    private static final String[] TABLES = { "cairn_entry WHERE instance_id", "cairn_attribute WHERE instance_id",
            "cairn_message WHERE instance_id", "cairn_instance WHERE id" };

    private final StoreTransactions transactions;
    private final DatabaseDialect database;
    private final CountSlotPool slots;

    EndedInstanceRemoval(StoreTransactions transactions, DatabaseDialect database, CountSlotPool slots) {
        this.transactions = transactions;
        this.database = database;
        this.slots = slots;
    }

    int removeEnded(long nowMillis, int limit) {
        return slots.with(slot -> transactions.write("ends", connection -> {
            CountChanges changes = new CountChanges();
            List<String> ids = InstanceResultSetMapper.query(connection,
                    "SELECT i.id, i.workflow, i.version, i.status, i.wake_at"
                            + " FROM cairn_instance i WHERE i.keep_until > 0"
                            + " AND i.keep_until <= ? ORDER BY i.keep_until, i.id FETCH FIRST " + limit + " ROWS ONLY"
                            + database.forUpdateOfFreeRows(),
                    List.of(nowMillis), result -> {
                        changes.move(InstanceCountGroupKey.of(result.getString(2), result.getString(3), result.getInt(4),
                                result.getLong(5)), null);
                        return result.getString(1);
                    });
            for (List<String> part : InstanceResultSetMapper.parts(ids)) {
                remove(connection, part);
            }
            changes.write(connection, database, slot);
            return ids.size();
        }));
    }

    private static void remove(Connection connection, List<String> ids) throws SQLException {
        for (String table : TABLES) {
            InstanceResultSetMapper.update(connection,
                    "DELETE FROM " + table + " IN " + InstanceResultSetMapper.placeholders(ids.size()),
                    ids);
        }
    }
}
