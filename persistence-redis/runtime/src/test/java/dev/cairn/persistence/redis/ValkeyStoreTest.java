package dev.cairn.persistence.redis;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.servers.ValkeyServer;

/** Valkey, waiting for the disk after each batch; many shards. */
@Tag("servers")
@Tag("valkey")
@Tag("any-jdk")
class ValkeyStoreTest extends ServerStoreContract {

    @RegisterExtension
    static final StoreServer SERVER = new StoreServer(ValkeyServer::new);

    ValkeyStoreTest() {
        super(SERVER);
    }
}
