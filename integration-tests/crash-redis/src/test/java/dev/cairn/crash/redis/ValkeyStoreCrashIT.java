package dev.cairn.crash.redis;

import java.nio.file.Path;

import dev.cairn.servers.KeyValueServer;
import dev.cairn.servers.ValkeyServer;

/** Valkey writes once a second, and is asked to wait for its disk after each batch. */
class ValkeyStoreCrashIT extends KeyValueStoreCrash {

    @Override
    KeyValueServer serve(Path directory) {
        return new ValkeyServer(directory, "appendonly yes", "appendfsync everysec");
    }
}
