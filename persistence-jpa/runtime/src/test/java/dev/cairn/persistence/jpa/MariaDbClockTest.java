package dev.cairn.persistence.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The clock of MariaDB is that of the world, with any time zone of the server. */
@Tag("servers")
@Tag("mariadb")
@Tag("any-jdk")
class MariaDbClockTest {

    private static final long SUMMER_ENDS = 1_761_440_400;
    private static final long MILLIS = 1_000;

    @Test
    void theHourThatComesTwiceIsTwoHours() throws SQLException {
        try (PersistenceUnit unit = new PersistenceUnit(TestServers.mariaDb("clock"), 1, "none");
                Connection connection = unit.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO mysql.time_zone (Time_zone_id, Use_leap_seconds) VALUES (77, 'N')");
            statement.execute("INSERT INTO mysql.time_zone_name (Name, Time_zone_id) VALUES ('Test/Autumn', 77)");
            statement
                    .execute("INSERT INTO mysql.time_zone_transition_type VALUES (77, 0, 7200, 1, 'S'), (77, 1, 3600, 0, 'W')");
            statement.execute("INSERT INTO mysql.time_zone_transition VALUES (77, 0, 0), (77, " + SUMMER_ENDS + ", 1)");
            statement.execute("SET time_zone = 'Test/Autumn'");
            for (long seconds : new long[] { SUMMER_ENDS - 600, SUMMER_ENDS, SUMMER_ENDS + 600 }) {
                statement.execute("SET timestamp = " + seconds + ".5");
                assertThat(DatabaseDialect.MARIADB.nowMillis(connection)).isEqualTo(seconds * MILLIS + 500);
            }
        }
    }
}
