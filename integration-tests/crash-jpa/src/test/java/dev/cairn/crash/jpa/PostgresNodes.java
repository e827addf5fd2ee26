package dev.cairn.crash.jpa;

import java.nio.file.Path;

import dev.cairn.crash.harness.SharedServer;
import dev.cairn.servers.LocalServer;
import dev.cairn.servers.PostgresServer;

/** The nodes of a test share a PostgreSQL server. */
interface PostgresNodes extends SharedServer {

    @Override
    default LocalServer serve(Path directory) {
        return PostgresServer.open(directory);
    }

    @Override
    default String setting(int port) {
        return "-Dquarkus.datasource.jdbc.url=jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
    }
}
