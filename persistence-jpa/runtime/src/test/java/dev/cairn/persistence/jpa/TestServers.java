package dev.cairn.persistence.jpa;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.opentest4j.TestAbortedException;

import dev.cairn.servers.MariaDbServer;
import dev.cairn.servers.MissingServerException;
import dev.cairn.servers.PostgresServer;

/** Servers that the tests of this module share; they end with the JVM. Each test class has a database of its own. */
final class TestServers {

    private static PostgresServer postgres;
    private static MariaDbServer mariaDb;

    private TestServers() {}

    /** A new database on PostgreSQL. */
    static synchronized String postgres(String database) {
        if (postgres == null) {
            postgres = PostgresServer.open(directory("postgres"));
        }
        try (PersistenceUnit server = new PersistenceUnit(postgres.jdbcUrl(), 1, "none")) {
            server.run("CREATE DATABASE " + database);
        }
        return postgres.jdbcUrl().replace("/postgres?", "/" + database + "?");
    }

    /** A new database on MariaDB as Debian makes them; the test is aborted if the machine has none and cannot fetch it. */
    static String mariaDb(String database) {
        // As Debian has it for all databases; as MariaDB comes it is latin1 up to 11.5.
        return mariaDb(database, "CHARACTER SET utf8mb4");
    }

    /** As {@link #mariaDb(String)}, with a character set and a collation. */
    static synchronized String mariaDb(String database, String charactersAndCollation) {
        if (mariaDb == null) {
            try {
                // Its usual limit is below the largest entry of the contract.
                mariaDb = MariaDbServer.open(directory("mariadb"), "max-allowed-packet=64M");
            } catch (MissingServerException e) {
                throw new TestAbortedException(e.getMessage(), e);
            }
        }
        try (PersistenceUnit server = new PersistenceUnit(mariaDb.jdbcUrl(), 1, "none")) {
            server.run("CREATE DATABASE " + database + " " + charactersAndCollation);
        }
        return mariaDb.jdbcUrl().replace("/cairn?", "/" + database + "?");
    }

    private static Path directory(String name) {
        try {
            return Files.createDirectories(Files.createTempDirectory(Path.of("target"), name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
