package dev.cairn.bench.server;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Asks a PostgreSQL server for its version, and for the settings that decide what survives a crash. */
public final class PostgresSettings {

    private static final List<String> DURABILITY = List.of("fsync", "synchronous_commit", "full_page_writes");

    private PostgresSettings() {}

    /**
     * Prints a line with the version, and one for each setting: {@code synchronous_commit on}.
     *
     * @param arguments the server's JDBC URL
     */
    public static void main(String[] arguments) throws SQLException {
        try (Connection connection = DriverManager.getConnection(arguments[0]);
                Statement statement = connection.createStatement()) {
            System.out.println(show(statement, "server_version"));
            for (String setting : DURABILITY) {
                System.out.println(setting + " " + show(statement, setting));
            }
        }
    }

    private static String show(Statement statement, String setting) throws SQLException {
        try (ResultSet result = statement.executeQuery("SHOW " + setting)) {
            result.next();
            return result.getString(1);
        }
    }
}
