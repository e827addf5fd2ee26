package dev.cairn.persistence.redis;

import java.util.UUID;

import dev.cairn.spi.InstanceStore;
import dev.cairn.testkit.InstanceStoreContract;

/** The contract, on one server; a test of each kind of server says which. */
abstract class ServerStoreContract extends InstanceStoreContract {

    private final String prefix = UUID.randomUUID().toString();
    private final StoreServer server;

    ServerStoreContract(StoreServer server) {
        this.server = server;
    }

    @Override
    protected InstanceStore open() {
        return server.open(prefix);
    }
}
