package dev.cairn.crash.redis;

import java.nio.file.Path;

import dev.cairn.servers.KeyValueServer;
import dev.cairn.servers.RedisServer;

/** Redis 7.0 cannot be asked to wait for its disk, so it has to write always. */
class RedisStoreCrashIT extends KeyValueStoreCrash {

    @Override
    KeyValueServer serve(Path directory) {
        return new RedisServer(directory, "appendonly yes", "appendfsync always");
    }
}
