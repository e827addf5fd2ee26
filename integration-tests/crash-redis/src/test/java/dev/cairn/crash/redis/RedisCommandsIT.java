package dev.cairn.crash.redis;

import java.nio.file.Path;

import org.junit.jupiter.api.Tag;

import dev.cairn.crash.harness.ServerStoreCommandsContract;
import dev.cairn.servers.LocalServer;
import dev.cairn.servers.RedisServer;

/** Nodes that share a Redis server operate each other's instances. */
@Tag("servers")
@Tag("cluster")
@Tag("any-jdk")
class RedisCommandsIT extends ServerStoreCommandsContract {

    @Override
    protected LocalServer serve(Path directory) {
        return new RedisServer(directory, "appendonly yes", "appendfsync everysec");
    }

    @Override
    protected String setting(int port) {
        return "-Dquarkus.redis.hosts=redis://127.0.0.1:" + port;
    }
}
