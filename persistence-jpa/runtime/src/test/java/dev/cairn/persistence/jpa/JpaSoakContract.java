package dev.cairn.persistence.jpa;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.junit.jupiter.api.AfterEach;

import dev.cairn.spi.InstanceStore;
import dev.cairn.testkit.SoakContract;

/** Rows of a database, and what they take; a test of each database says how it tells that. */
abstract class JpaSoakContract extends SoakContract {

    private static final String COUNTS = "cairn_count";
    /**
     * The rows of each table. The rows of the counts stay while the life of a node lasts, at most one a writer, workflow and
     * phase: their sums say if the removals were counted.
     */
    private static final String ROWS = PersistenceUnit.TABLES.stream().filter(table -> !table.equals(COUNTS))
            .map(table -> "SELECT '" + table + "', count(*) FROM " + table)
            .collect(Collectors.joining(" UNION ALL ", "",
                    " UNION ALL SELECT CONCAT('sum of ', workflow, ' ', phase), SUM(instances)"
                            + " FROM " + COUNTS
                            + " WHERE phase >= 0 GROUP BY workflow, version, phase HAVING SUM(instances) <> 0"));

    private final PersistenceUnit unit;
    private final String bytes;
    private final List<String> upkeep;

    /**
     * @param bytes a statement for names and sizes
     * @param upkeep statements after which what was removed takes no room
     */
    JpaSoakContract(String jdbcUrl, String bytes, String... upkeep) {
        unit = new PersistenceUnit(jdbcUrl, 8, "none");
        this.bytes = bytes;
        this.upkeep = List.of(upkeep);
    }

    @Override
    protected final InstanceStore open() {
        return JpaStore.open(unit.sessions(), new JpaSettings(4, Duration.ofSeconds(30), true));
    }

    @AfterEach
    final void closeUnit() {
        unit.close();
    }

    @Override
    protected final Map<String, Long> counts() {
        return numbers(ROWS);
    }

    @Override
    protected final Map<String, Long> sizesBytes() {
        return numbers(bytes);
    }

    @Override
    protected final void cleanUp() {
        upkeep.forEach(unit::run);
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
