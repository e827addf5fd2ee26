package dev.cairn.crash.jpa;

import java.nio.file.Path;
import java.util.function.Predicate;

import org.junit.jupiter.api.Tag;
import org.opentest4j.TestAbortedException;

import dev.cairn.crash.harness.ServerStoreCrashContract;
import dev.cairn.servers.LocalServer;
import dev.cairn.servers.MariaDbServer;
import dev.cairn.servers.MissingServerException;

/** MariaDB as it is installed: a commit waits for the disk. Aborted where the machine has no server and cannot fetch it. */
@Tag("crash")
@Tag("mariadb")
@Tag("any-jdk")
class MariaDbStoreCrashIT extends ServerStoreCrashContract {

    @Override
    protected LocalServer serve(Path directory) {
        try {
            return MariaDbServer.open(directory);
        } catch (MissingServerException e) {
            throw new TestAbortedException(e.getMessage(), e);
        }
    }

    /** Fewer outages than on PostgreSQL: they take a minute. */
    @Override
    protected int outages() {
        return 4;
    }

    @Override
    protected Path built() {
        return Path.of("target", "mariadb");
    }

    @Override
    protected String setting(int port) {
        return "-Dquarkus.datasource.jdbc.url=" + url(port);
    }

    /** Of any transaction: most of them write entries. */
    @Override
    protected Predicate<String> commit() {
        return request -> request.contains("COMMIT");
    }

    @Override
    protected void checkCounts(int port) {
        CountedRows.check(url(port));
    }

    private static String url(int port) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/cairn?user=root";
    }
}
