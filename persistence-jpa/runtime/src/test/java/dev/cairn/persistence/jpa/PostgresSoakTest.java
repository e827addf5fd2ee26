package dev.cairn.persistence.jpa;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.AfterEach;

import dev.cairn.spi.InstanceStore;
import dev.cairn.testkit.SoakContract;

/** Rows, tables and indexes of PostgreSQL. */
class PostgresSoakTest extends SoakContract {

    private static final String ROWS = """
            SELECT relname, (xpath('/row/rows/text()', query_to_xml('SELECT count(*) AS rows FROM ' || relname, true, true, '')))[1]::text::bigint
            FROM pg_stat_user_tables WHERE relname LIKE 'cairn%'""";
    private static final String BYTES = """
            SELECT relname, pg_table_size(relid) FROM pg_stat_user_tables WHERE relname LIKE 'cairn%'
            UNION ALL
            SELECT relname || ', indexes', pg_indexes_size(relid) FROM pg_stat_user_tables WHERE relname LIKE 'cairn%'""";

    private final PersistenceUnit unit = new PersistenceUnit(TestServers.postgres("soak"), 8, "none");

    @Override
    protected InstanceStore open() {
        return JpaStore.open(unit.sessions(), new JpaSettings(4, Duration.ofSeconds(30), true));
    }

    @AfterEach
    void closeUnit() {
        unit.close();
    }

    @Override
    protected Map<String, Long> counts() {
        return numbers(ROWS);
    }

    @Override
    protected Map<String, Long> sizesBytes() {
        return numbers(BYTES);
    }

    @Override
    protected void cleanUp() {
        unit.run("VACUUM");
    }

    private Map<String, Long> numbers(String sql) {
        try (Connection connection = unit.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            Map<String, Long> numbers = new TreeMap<>();
            while (result.next()) {
                numbers.put(result.getString(1), result.getLong(2));
            }
            return numbers;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
