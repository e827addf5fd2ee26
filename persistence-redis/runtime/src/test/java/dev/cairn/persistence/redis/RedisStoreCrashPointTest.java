package dev.cairn.persistence.redis;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.servers.RedisServer;

/** Redis 7.0, which cannot wait for its disk and so writes it always. */
@Tag("long")
@Tag("crash-points-redis")
@Tag("any-jdk")
class RedisStoreCrashPointTest extends ServerCrashPointContract {

    @RegisterExtension
    static final StoreServer SERVER = new StoreServer(RedisServer::new);

    RedisStoreCrashPointTest() {
        super(SERVER);
    }
}
