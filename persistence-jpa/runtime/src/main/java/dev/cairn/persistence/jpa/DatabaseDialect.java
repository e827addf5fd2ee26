package dev.cairn.persistence.jpa;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The databases that the store knows, and what they say differently. */
enum DatabaseDialect {

    POSTGRESQL("postgresql", "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)",
            "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = current_schema()"
                    + " UNION ALL SELECT table_name || '.' || column_name FROM information_schema.columns"
                    + " WHERE table_schema = current_schema() AND table_name IN ('cairn_instance', 'cairn_node')",
            true),
    H2("h2", "SELECT CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT)",
            "SELECT table_name FROM information_schema.tables WHERE table_schema = CURRENT_SCHEMA"
                    + " UNION SELECT index_name FROM information_schema.indexes WHERE table_schema = CURRENT_SCHEMA"
                    + " UNION SELECT table_name || '.' || column_name FROM information_schema.columns"
                    + " WHERE table_schema = CURRENT_SCHEMA AND UPPER(table_name) IN ('CAIRN_INSTANCE', 'CAIRN_NODE')",
            true),
    MARIADB("mariadb", "SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000",
            "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()"
                    + " UNION SELECT index_name FROM information_schema.statistics WHERE table_schema = DATABASE()"
                    + " UNION SELECT CONCAT(table_name, '.', column_name) FROM information_schema.columns"
                    + " WHERE table_schema = DATABASE() AND table_name IN ('cairn_instance', 'cairn_node')",
            true),
    /** Any other that Hibernate ORM knows and that has the SQL of the standard; it is not tested. */
    OTHER(null, null, null, false);

    /** Ends a query for rows that will be written; it waits for rows that other transactions lock. */
    static final String FOR_UPDATE = " FOR UPDATE";

    private static final long MILLIS_PER_SECOND = 1_000;
    private static final String STANDARD_CLOCK = "SELECT CURRENT_TIMESTAMP FROM (VALUES (1)) AS one (one)";

    private final String directory;
    private final String clock;
    private final String tablesAndIndexes;
    private final boolean skipsLocked;

    DatabaseDialect(String directory, String clock, String tablesAndIndexes, boolean skipsLocked) {
        this.directory = directory;
        this.clock = clock;
        this.tablesAndIndexes = tablesAndIndexes;
        this.skipsLocked = skipsLocked;
    }

    /** Which one a connection leads to. */
    static DatabaseDialect of(Connection connection) throws SQLException {
        switch (connection.getMetaData().getDatabaseProductName()) {
            case "PostgreSQL":
                return POSTGRESQL;
            case "H2":
                return H2;
            case "MariaDB":
                return MARIADB;
            default:
                return OTHER;
        }
    }

    /** Directory of its migrations below {@code db/cairn}, or null if it has none. */
    String directory() {
        return directory;
    }

    /**
     * The names, in lower case, of the tables and indexes where new ones would be created. Columns of the tables of instances
     * and of nodes are named {@code table.column}. For databases that have migrations.
     */
    Set<String> tablesAndIndexes(Connection connection) throws SQLException {
        return new HashSet<>(InstanceResultSetMapper.query(connection, tablesAndIndexes, List.of(),
                result -> result.getString(1).toLowerCase(Locale.ROOT)));
    }

    /**
     * Begins a transaction.
     *
     * @param mostSilentMillis the server ends it by itself if it hears nothing for so long, where it can do so; MariaDB in whole
     *        seconds
     */
    void begin(Connection connection, long mostSilentMillis) throws SQLException {
        if (this == MARIADB) {
            // The connection is not ours alone, and there is no such setting of a transaction.
            execute(connection, "SET @cairn_idle_transaction_timeout = @@SESSION.idle_transaction_timeout,"
                    + " SESSION idle_transaction_timeout = " + mostSilentMillis / MILLIS_PER_SECOND
                    + ", SESSION autocommit = 0");
            return;
        }
        connection.setAutoCommit(false);
        if (this == POSTGRESQL) {
            execute(connection, "SET LOCAL idle_in_transaction_session_timeout = " + mostSilentMillis);
        }
    }

    /** After a transaction has been committed or rolled back: the connection is again as it was before. */
    void end(Connection connection) throws SQLException {
        if (this == MARIADB) {
            execute(connection,
                    "SET SESSION autocommit = 1, SESSION idle_transaction_timeout = @cairn_idle_transaction_timeout");
        } else {
            connection.setAutoCommit(true);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Ends a query for rows that will be written, without rows that other transactions lock. */
    String forUpdateOfFreeRows() {
        return skipsLocked ? FOR_UPDATE + " SKIP LOCKED" : FOR_UPDATE;
    }

    /**
     * Has the statements of this transaction planned for the values of their parameters. PostgreSQL would otherwise keep a plan for
     * any values, after it was asked the same a few times; which index to begin with depends on how frequent the values are.
     */
    void planForValues(Connection connection) throws SQLException {
        if (this == POSTGRESQL) {
            InstanceResultSetMapper.query(connection, "SELECT set_config('plan_cache_mode', 'force_custom_plan', true)",
                    List.of(),
                    result -> null);
        }
    }

    /**
     * Has the statements of this transaction find each row by an index. Otherwise, for a few rows, PostgreSQL would read the
     * whole of a table without statistics, such as a newly filled table, and again for the next rows.
     */
    void findByIndex(Connection connection) throws SQLException {
        if (this == POSTGRESQL) {
            // Up to 17 a table that has to be read all the same counts as so dear then that the query would be compiled.
            InstanceResultSetMapper.query(connection,
                    "SELECT set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),"
                            + " set_config('jit', 'off', true)",
                    List.of(), result -> null);
        }
    }

    /** Ends an insert of counts so that existing rows add the numbers. Null if the database needs two statements for that. */
    String countUpsert() {
        return switch (this) {
            case POSTGRESQL ->
                " ON CONFLICT (node_id, slot, group_id) DO UPDATE SET instances = cairn_count.instances + excluded.instances";
            case MARIADB -> " ON DUPLICATE KEY UPDATE instances = instances + VALUES(instances)";
            default -> null;
        };
    }

    /** The clock that all nodes share; milliseconds since the epoch. */
    long nowMillis(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(clock == null ? STANDARD_CLOCK : clock);
                ResultSet result = statement.executeQuery()) {
            result.next();
            return clock == null ? result.getObject(1, Timestamp.class).getTime() : result.getLong(1);
        }
    }
}
