package dev.cairn.persistence.jpa;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Removes instances whose time has come, with all that belongs to them. */
final class Removal {

    private static final String[] TABLES = { "cairn_entry WHERE instance_id", "cairn_attribute WHERE instance_id",
            "cairn_message WHERE instance_id", "cairn_instance WHERE id" };

    private final Transactions transactions;
    private final Database database;

    Removal(Transactions transactions, Database database) {
        this.transactions = transactions;
        this.database = database;
    }

    int removeEnded(long nowMillis, int limit) {
        return transactions.write("ends", connection -> {
            List<String> ids = Rows.query(connection, "SELECT i.id FROM cairn_instance i WHERE i.keep_until > 0"
                    + " AND i.keep_until <= ? ORDER BY i.keep_until, i.id FETCH FIRST " + limit + " ROWS ONLY"
                    + database.forUpdateOfFreeRows(), List.of(nowMillis), result -> result.getString(1));
            for (List<String> part : Rows.parts(ids)) {
                remove(connection, part);
            }
            return ids.size();
        });
    }

    private static void remove(Connection connection, List<String> ids) throws SQLException {
        for (String table : TABLES) {
            Rows.update(connection, "DELETE FROM " + table + " IN " + Rows.placeholders(ids.size()), ids);
        }
    }
}
