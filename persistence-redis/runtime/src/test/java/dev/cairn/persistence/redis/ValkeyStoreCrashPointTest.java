package dev.cairn.persistence.redis;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.servers.ValkeyServer;

/** Valkey, waiting for the disk after each batch. */
@Tag("long")
@Tag("crash-points-redis")
@Tag("any-jdk")
class ValkeyStoreCrashPointTest extends ServerCrashPointContract {

    @RegisterExtension
    static final StoreServer SERVER = new StoreServer(ValkeyServer::new);

    ValkeyStoreCrashPointTest() {
        super(SERVER);
    }
}
