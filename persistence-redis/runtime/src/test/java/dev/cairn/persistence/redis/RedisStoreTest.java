package dev.cairn.persistence.redis;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.servers.RedisServer;

/** Redis 7.0, which cannot wait for its disk and so writes it always; many shards. */
@Tag("servers")
@Tag("smoke")
@Tag("redis")
class RedisStoreTest extends ServerStoreContract {

    @RegisterExtension
    static final StoreServer SERVER = new StoreServer(RedisServer::new);

    RedisStoreTest() {
        super(SERVER);
    }
}
