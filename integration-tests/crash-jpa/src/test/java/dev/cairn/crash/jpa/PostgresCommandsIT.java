package dev.cairn.crash.jpa;

import java.nio.file.Path;

import org.junit.jupiter.api.Tag;

import dev.cairn.crash.harness.ServerStoreCommandsContract;
import dev.cairn.servers.LocalServer;
import dev.cairn.servers.PostgresServer;

/** Nodes that share a PostgreSQL server operate each other's instances. */
@Tag("servers")
@Tag("cluster")
@Tag("any-jdk")
class PostgresCommandsIT extends ServerStoreCommandsContract {

    @Override
    protected LocalServer serve(Path directory) {
        return PostgresServer.open(directory);
    }

    @Override
    protected String setting(int port) {
        return "-Dquarkus.datasource.jdbc.url=jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
    }
}
