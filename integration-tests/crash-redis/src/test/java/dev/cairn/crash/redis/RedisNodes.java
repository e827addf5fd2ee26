package dev.cairn.crash.redis;

import java.nio.file.Path;

import dev.cairn.crash.harness.SharedServer;
import dev.cairn.servers.LocalServer;
import dev.cairn.servers.RedisServer;

/** The nodes of a test share a Redis server. */
interface RedisNodes extends SharedServer {

    @Override
    default LocalServer serve(Path directory) {
        return new RedisServer(directory, "appendonly yes", "appendfsync everysec");
    }

    @Override
    default String setting(int port) {
        return "-Dquarkus.redis.hosts=redis://127.0.0.1:" + port;
    }
}
