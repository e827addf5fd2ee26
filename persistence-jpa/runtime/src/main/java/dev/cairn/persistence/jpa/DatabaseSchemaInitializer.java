package dev.cairn.persistence.jpa;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jboss.logging.Logger;

import dev.cairn.spi.StoreException;

/** Creates the tables of the store if they are missing, and checks that they fit. */
final class DatabaseSchemaInitializer {

    /** The migrations, in their order. Flyway takes them as repeatable ones, so their versions are not in the application's way. */
    private static final List<String> MIGRATIONS = List.of("R__cairn_0001_tables.sql",
            "R__cairn_0002_node_messages.sql", "R__cairn_0003_error_type.sql",
            "R__cairn_0004_counts.sql");
    /** Statements of a migration are parted by an empty line. */
    private static final String BETWEEN_STATEMENTS = ";\\s*\\n\\s*\\n";
    private static final Pattern CREATED = Pattern.compile("^CREATE (?:TABLE|(?:UNIQUE )?INDEX) IF NOT EXISTS (\\w+)",
            Pattern.MULTILINE);
    private static final Pattern ADDED = Pattern.compile("^ALTER TABLE (\\w+) ADD COLUMN IF NOT EXISTS (\\w+)",
            Pattern.MULTILINE);
    private static final List<String> NEEDED = List.of(
            "SELECT i.id FROM cairn_instance i WHERE i.id = '' AND i.keep_until = 0 AND i.attributes IS NULL"
                    + " AND i.error_type IS NULL",
            "SELECT e.entry_count, e.payload FROM cairn_entry e WHERE e.instance_id = '' AND e.position = 0",
            "SELECT a.content FROM cairn_attribute a WHERE a.instance_id = '' AND a.name = '' AND a.created_at = 0",
            "SELECT n.superseded FROM cairn_node n WHERE n.id = '' AND n.name = '' AND n.alive_until = 0"
                    + " AND n.covered_until IS NULL",
            "SELECT c.instances FROM cairn_count c WHERE c.node_id = '' AND c.slot = 0 AND c.group_id = '' AND c.workflow = ''"
                    + " AND c.version = '' AND c.phase = 0",
            "SELECT m.sequence_number, m.instance_id, m.body FROM cairn_message m WHERE m.message_id = ''",
            "SELECT o.sequence_number, o.told_at, o.body FROM cairn_node_message o WHERE o.message_id = '' AND o.node_id = ''");

    private static final Logger LOG = Logger.getLogger(JpaStoreLogCategory.CATEGORY);

    private DatabaseSchemaInitializer() {}

    /**
     * Makes sure that the tables are there.
     *
     * @throws StoreException if they are not
     */
    static void prepare(StoreTransactions transactions, DatabaseDialect database, boolean create) {
        try {
            if (create && database.directory() != null) {
                transactions.single("the tables", connection -> create(connection, database));
            }
            transactions.single("the tables", connection -> check(connection, database));
        } catch (StoreException e) {
            throw JpaStoreExceptionFactory.noTables(database.name(), e.getCause());
        }
    }

    private static Void create(Connection connection, DatabaseDialect database) throws SQLException {
        Set<String> there = database.tablesAndIndexes(connection);
        for (String migration : MIGRATIONS) {
            String resource = "/db/cairn/" + database.directory() + "/" + migration;
            for (String sql : read(resource).split(BETWEEN_STATEMENTS)) {
                // Even to skip an existing index, a server waits for all writers of its table, and lets no other begin.
                String name = nameOf(sql);
                if (name == null || !there.contains(name)) {
                    create(connection, database, sql, name);
                }
            }
        }
        return null;
    }

    /** Name of the table, index or column that a statement creates, as in {@link DatabaseDialect#tablesAndIndexes}; null if unknown. */
    private static String nameOf(String sql) {
        Matcher created = CREATED.matcher(sql);
        Matcher added = ADDED.matcher(sql);
        return created.find() ? created.group(1) : added.find() ? added.group(1) + "." + added.group(2) : null;
    }

    /** Of nodes that create the same at the same moment some are told that it is there, although they asked for it only if it is not. */
    private static void create(Connection connection, DatabaseDialect database, String sql, String name) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            if (name == null || !database.tablesAndIndexes(connection).contains(name)) {
                throw e;
            }
        }
    }

    private static String read(String resource) {
        try (InputStream content = DatabaseSchemaInitializer.class.getResourceAsStream(resource)) {
            return new String(content.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("Cannot read " + resource, e);
        }
    }

    private static Void check(Connection connection, DatabaseDialect database) throws SQLException {
        for (String query : NEEDED) {
            InstanceResultSetMapper.query(connection, query, List.of(), result -> null);
        }
        String collation = looseCollation(connection, database);
        if (collation != null) {
            LOG.warnf(
                    "CAIRN-0560: The tables of Cairn take texts for equal that differ in case, accents or spaces at the end [database=%s,"
                            + " collation=%s]: a search may find too much, and nodes or instances so called be taken for one. Make them with the"
                            + " migrations, or in a database whose collation is utf8mb4_nopad_bin.",
                    database.name(), collation);
        }
        return null;
    }

    /** The collation of tables that were not made by the migrations, if it does not compare character by character; else null. */
    static String looseCollation(Connection connection, DatabaseDialect database) throws SQLException {
        if (database != DatabaseDialect.MARIADB) {
            return null;
        }
        return InstanceResultSetMapper
                .query(connection, "SELECT collation_name FROM information_schema.columns WHERE table_schema = DATABASE()"
                        + " AND table_name = 'cairn_instance' AND column_name = 'business_key'", List.of(),
                        result -> result.getString(1))
                .stream().filter(name -> !name.endsWith("_nopad_bin")).findFirst().orElse(null);
    }
}
