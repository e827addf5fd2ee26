package dev.cairn.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("servers")
@Tag("failover")
class DatabaseServerTest {

    @TempDir
    Path directory;

    @Test
    void postgresKeepsWhatWasCommittedOverAKill() throws SQLException {
        try (PostgresServer server = PostgresServer.open(directory)) {
            keepsOverAKill(server, server.jdbcUrl());
            assertThat(ask(server.jdbcUrl(), "SHOW synchronous_commit")).isEqualTo("on");
            pauses(server, server.jdbcUrl() + "&socketTimeout=1&loginTimeout=1");
        }
        try (PostgresServer again = PostgresServer.open(directory)) {
            assertThat(ask(again.jdbcUrl(), "SELECT a FROM kept")).isEqualTo("1");
        }
    }

    @Test
    void mariaDbKeepsWhatWasCommittedOverAKill() throws SQLException {
        try (MariaDbServer server = MariaDbServer.open(directory)) {
            keepsOverAKill(server, server.jdbcUrl());
            pauses(server, server.jdbcUrl() + "&socketTimeout=1000&connectTimeout=1000");
        }
        try (MariaDbServer again = MariaDbServer.open(directory)) {
            assertThat(ask(again.jdbcUrl(), "SELECT a FROM kept")).isEqualTo("1");
        }
    }

    private static void keepsOverAKill(LocalServer server, String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url); Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE kept (a INT PRIMARY KEY)");
            statement.execute("INSERT INTO kept VALUES (1)");
        }
        server.kill();
        assertThatThrownBy(() -> ask(url, "SELECT a FROM kept")).isInstanceOf(SQLException.class);
        server.start();
        assertThat(ask(url, "SELECT a FROM kept")).isEqualTo("1");
        server.stop();
        server.start();
        assertThat(ask(url, "SELECT a FROM kept")).isEqualTo("1");
    }

    private static void pauses(LocalServer server, String url) throws SQLException {
        server.pause();
        assertThatThrownBy(() -> ask(url, "SELECT a FROM kept")).isInstanceOf(SQLException.class);
        server.resume();
        assertThat(ask(url, "SELECT a FROM kept")).isEqualTo("1");
    }

    private static String ask(String url, String question) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(question)) {
            assertThat(answer.next()).isTrue();
            return answer.getString(1);
        }
    }
}
