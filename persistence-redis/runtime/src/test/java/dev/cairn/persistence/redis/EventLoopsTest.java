package dev.cairn.persistence.redis;

import java.util.UUID;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.servers.ValkeyServer;
import dev.cairn.spi.InstanceStore;
import dev.cairn.testkit.InstanceStoreContract;

/** Each event loop has a client of its own. */
@Tag("servers")
@Tag("valkey")
class EventLoopsTest extends InstanceStoreContract {

    @RegisterExtension
    static final StoreServer SERVER = new StoreServer(ValkeyServer::new);

    private final String prefix = UUID.randomUUID().toString();

    @Override
    protected InstanceStore open() {
        return SERVER.openForLoops(prefix);
    }
}
