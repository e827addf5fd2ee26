package dev.cairn.crash.redis;

import java.nio.file.Path;
import java.util.function.Predicate;

import dev.cairn.crash.harness.ServerStoreCrashContract;
import dev.cairn.servers.LocalServer;
import dev.cairn.servers.ValkeyServer;

/** Valkey writes once a second, and is asked to wait for its disk after each batch. */
class ValkeyStoreCrashIT extends ServerStoreCrashContract {

    @Override
    protected LocalServer serve(Path directory) {
        return new ValkeyServer(directory, "appendonly yes", "appendfsync everysec");
    }

    @Override
    protected String setting(int port) {
        return "-Dquarkus.redis.hosts=redis://127.0.0.1:" + port;
    }

    @Override
    protected Predicate<String> commit() {
        return CommitScript.requests();
    }
}
