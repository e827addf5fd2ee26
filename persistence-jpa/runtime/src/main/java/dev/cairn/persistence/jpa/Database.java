package dev.cairn.persistence.jpa;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;

/** The databases that the store knows, and what they say differently. */
enum Database {

    POSTGRESQL("postgresql", "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)", true),
    H2("h2", "SELECT CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT)", true),
    MARIADB("mariadb", "SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000", true),
    /** Any other that Hibernate ORM knows and that has the SQL of the standard; it is not tested. */
    OTHER(null, null, false);

    private static final String STANDARD_CLOCK = "SELECT CURRENT_TIMESTAMP FROM (VALUES (1)) AS one (one)";

    private final String directory;
    private final String clock;
    private final boolean skipsLocked;

    Database(String directory, String clock, boolean skipsLocked) {
        this.directory = directory;
        this.clock = clock;
        this.skipsLocked = skipsLocked;
    }

    /** Which one a connection leads to. */
    static Database of(Connection connection) throws SQLException {
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

    /** Where its migrations are below {@code db/cairn}, or null if there are none. */
    String directory() {
        return directory;
    }

    /** What ends a query for rows that will be written, if rows that others are at are to be left out. */
    String forUpdateOfFreeRows() {
        return skipsLocked ? " FOR UPDATE SKIP LOCKED" : " FOR UPDATE";
    }

    /**
     * Has the statements of this transaction planned for the values of their parameters. PostgreSQL would otherwise keep a plan for
     * any values, after it was asked the same a few times; which index to begin with depends on how frequent the values are.
     */
    void planForValues(Connection connection) throws SQLException {
        if (this == POSTGRESQL) {
            Rows.query(connection, "SELECT set_config('plan_cache_mode', 'force_custom_plan', true)", List.of(),
                    result -> null);
        }
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
