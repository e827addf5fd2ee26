package dev.cairn.crash.jpa;

import java.nio.file.Path;
import java.util.function.Predicate;

import org.junit.jupiter.api.Tag;

import dev.cairn.crash.harness.ServerStoreCrashContract;
import dev.cairn.servers.LocalServer;
import dev.cairn.servers.PostgresServer;

/** PostgreSQL as it is installed: a commit waits for the disk. */
@Tag("crash")
@Tag("crash-jpa")
@Tag("any-jdk")
class PostgresStoreCrashIT extends ServerStoreCrashContract {

    @Override
    protected LocalServer serve(Path directory) {
        return PostgresServer.open(directory);
    }

    @Override
    protected String setting(int port) {
        return "-Dquarkus.datasource.jdbc.url=" + url(port);
    }

    /** One statement is the transaction. */
    @Override
    protected Predicate<String> commit() {
        return request -> request.contains("INSERT INTO cairn_entry");
    }

    @Override
    protected void checkCounts(int port) {
        CountedRows.check(url(port));
    }

    private static String url(int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
    }
}
