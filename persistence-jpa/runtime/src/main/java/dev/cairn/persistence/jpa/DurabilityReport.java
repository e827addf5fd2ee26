package dev.cairn.persistence.jpa;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import org.jboss.logging.Logger;

/** Reports settings of the database that let it acknowledge a commit before the disk has it. */
final class DurabilityReport {

    private static final Logger LOG = Logger.getLogger(JpaStoreLogCategory.CATEGORY);

    private DurabilityReport() {}

    /** Says in the log what a crash of the machine can lose, if it can. */
    static void report(StoreTransactions transactions, DatabaseDialect database) {
        for (String setting : transactions.single("the durability of the database", connection -> weak(connection, database))) {
            LOG.warn(
                    "CAIRN-0555: The database acknowledges commits that a crash can lose [database=" + database + ", setting="
                            + setting
                            + "]. Change the setting if workflows have to survive one.");
        }
    }

    /** Settings that are weaker than strict durability asks for, as {@code name=value}. */
    static List<String> weak(Connection connection, DatabaseDialect database) throws SQLException {
        List<String> weak = new ArrayList<>();
        switch (database) {
            case POSTGRESQL:
                addIf("off", "synchronous_commit", ask(connection, "SHOW synchronous_commit"), weak);
                addIf("off", "fsync", ask(connection, "SHOW fsync"), weak);
                break;
            case MARIADB:
                String flush = ask(connection, "SELECT @@innodb_flush_log_at_trx_commit");
                addIf("0", "innodb_flush_log_at_trx_commit", flush, weak);
                addIf("2", "innodb_flush_log_at_trx_commit", flush, weak);
                weak.addAll(weakBinaryLog(connection, flush));
                break;
            case H2:
                // It never waits for the disk; with a delay of 0 what it committed survives the process at least.
                weak.add(ask(connection, "SELECT DATABASE_PATH()") == null ? "in memory" : "no fsync");
                break;
            default:
                break;
        }
        return weak;
    }

    /** With a binary log InnoDB leaves it to that to be on the disk, unless it is told to sync both times. */
    private static List<String> weakBinaryLog(Connection connection, String flush) throws SQLException {
        String sync = ask(connection, "SELECT @@sync_binlog");
        boolean logs = "1".equals(ask(connection, "SELECT @@log_bin"));
        return logs && !"3".equals(flush) && !"1".equals(sync) ? List.of("sync_binlog=" + sync) : List.of();
    }

    private static void addIf(String bad, String name, String value, List<String> weak) {
        if (bad.equals(value)) {
            weak.add(name + "=" + value);
        }
    }

    private static String ask(Connection connection, String question) throws SQLException {
        return InstanceResultSetMapper.query(connection, question, List.of(), result -> result.getString(1)).get(0);
    }
}
