package dev.cairn.bench.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

import dev.cairn.servers.LocalServer;
import dev.cairn.servers.PostgresServer;
import dev.cairn.servers.RedisServer;
import dev.cairn.servers.ValkeyServer;

/** A server on loopback that runs until this program's standard input ends. */
public final class ServerMain {

    private ServerMain() {}

    /**
     * Starts a server, prints its URL, and stops it when the standard input ends.
     *
     * @param arguments {@code redis}, {@code valkey} or {@code postgres}; the directory for its files; lines of its configuration
     */
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[1]);
        String[] settings = Arrays.copyOfRange(arguments, 2, arguments.length);
        switch (arguments[0]) {
            case "redis" -> {
                RedisServer redis = new RedisServer(directory, settings);
                serve(redis, redis.url());
            }
            case "valkey" -> {
                ValkeyServer valkey = new ValkeyServer(directory, settings);
                serve(valkey, valkey.url());
            }
            case "postgres" -> {
                PostgresServer postgres = PostgresServer.open(directory, settings);
                serve(postgres, postgres.jdbcUrl());
            }
            default -> throw new IllegalArgumentException("There is no server called " + arguments[0]);
        }
    }

    private static void serve(LocalServer server, String url) throws IOException {
        try (server) {
            System.out.println(url);
            while (System.in.read() >= 0) {
                // The content is ignored; only the end counts.
            }
            server.stop();
        }
    }
}
