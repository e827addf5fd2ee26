package dev.cairn.persistence.redis.deployment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.cairn.servers.KeyValueServer;
import dev.cairn.servers.ValkeyServer;
import io.quarkus.test.QuarkusUnitTest;

/** A server for the application of a test. */
final class OneServer {

    /** The URL that the application receives, since it is configured before the server exists. */
    static final String URL = "${test.redis.url}";

    private static final String PROPERTY = "test.redis.url";
    private static KeyValueServer server;

    private OneServer() {}

    /** The application has a server from before it starts until it has stopped. */
    static QuarkusUnitTest with(QuarkusUnitTest application) {
        return application.setBeforeAllCustomizer(OneServer::start).setAfterAllCustomizer(OneServer::stop)
                .overrideConfigKey("quarkus.redis.devservices.enabled", "false");
    }

    private static void start() {
        try {
            server = new ValkeyServer(Files.createTempDirectory(Path.of("target"), "valkey"), "appendonly yes");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        System.setProperty(PROPERTY, server.url());
    }

    private static void stop() {
        System.clearProperty(PROPERTY);
        server.close();
    }
}
