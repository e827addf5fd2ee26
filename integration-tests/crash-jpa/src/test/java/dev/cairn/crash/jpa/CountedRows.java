package dev.cairn.crash.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;

import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.InstanceRow;

/** Compares the counts in a database with its instances. */
final class CountedRows {

    private static final int PARKED = 7;
    private static final String COUNTED = "SELECT workflow, version, phase, SUM(instances) FROM cairn_count WHERE phase >= 0"
            + " GROUP BY workflow, version, phase HAVING SUM(instances) <> 0";
    private static final String STORED = "SELECT workflow, version, status, wake_at FROM cairn_instance";

    private CountedRows() {}

    /** Fails unless the sums of the counts are the numbers of instances. */
    static void check(String jdbcUrl) {
        Map<String, Long> counted = new TreeMap<>();
        Map<String, Long> stored = new TreeMap<>();
        try (Connection connection = DriverManager.getConnection(jdbcUrl);
                Statement statement = connection.createStatement()) {
            try (ResultSet result = statement.executeQuery(COUNTED)) {
                while (result.next()) {
                    counted.put(key(result, result.getInt(3)), result.getLong(4));
                }
            }
            try (ResultSet result = statement.executeQuery(STORED)) {
                while (result.next()) {
                    stored.merge(key(result, phase(result.getInt(3), result.getLong(4))), 1L, Long::sum);
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException("Cannot read the counts and the instances", e);
        }
        assertThat(counted).isEqualTo(stored).isNotEmpty();
    }

    private static String key(ResultSet result, int phase) throws SQLException {
        return result.getString(1) + " " + result.getString(2) + " " + phase;
    }

    private static int phase(int status, long wakeAtMillis) {
        InstanceRow row = new InstanceRow("id", "workflow", "1", InstanceStatus.ofCode(status), 0, 0, wakeAtMillis, null);
        return row.isParked() ? PARKED : row.phase().code();
    }
}
