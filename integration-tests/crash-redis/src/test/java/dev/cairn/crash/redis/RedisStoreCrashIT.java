package dev.cairn.crash.redis;

import java.nio.file.Path;
import java.util.function.Predicate;

import org.junit.jupiter.api.Tag;

import dev.cairn.crash.harness.ServerStoreCrashContract;
import dev.cairn.servers.LocalServer;
import dev.cairn.servers.RedisServer;

/** Redis 7.0 cannot be asked to wait for its disk, so it has to write always. */
@Tag("crash")
@Tag("crash-redis")
@Tag("any-jdk")
class RedisStoreCrashIT extends ServerStoreCrashContract {

    @Override
    protected LocalServer serve(Path directory) {
        return new RedisServer(directory, "appendonly yes", "appendfsync always");
    }

    @Override
    protected String setting(int port) {
        return "-Dquarkus.redis.hosts=redis://127.0.0.1:" + port;
    }

    @Override
    protected Predicate<String> commit() {
        return CommitScript.requests();
    }

    @Override
    protected void checkCounts(int port) {
        RedisStoredCounts.check(port);
    }
}
