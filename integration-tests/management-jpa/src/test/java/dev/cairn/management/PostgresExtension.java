package dev.cairn.management;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import dev.cairn.servers.PostgresServer;

/** A PostgreSQL server for the tests of one class, whose application finds its address in the system properties. */
final class PostgresExtension implements BeforeAllCallback, AfterAllCallback {

    private static final String URL = "quarkus.datasource.jdbc.url";

    private PostgresServer server;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        Path target = Files.createDirectories(Path.of("target", "postgres"));
        server = PostgresServer.open(Files.createTempDirectory(target, "server-"));
        System.setProperty(URL, server.jdbcUrl());
    }

    @Override
    public void afterAll(ExtensionContext context) {
        System.clearProperty(URL);
        server.close();
    }
}
