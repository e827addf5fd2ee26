package dev.cairn.persistence.redis;

import java.util.UUID;

import dev.cairn.crashpoints.CrashPointContract;
import dev.cairn.spi.InstanceStore;

/** Crash points, on one server; a test of each kind of server says which. */
abstract class ServerCrashPointContract extends CrashPointContract {

    private final StoreServer server;
    private String prefix;

    ServerCrashPointContract(StoreServer server) {
        this.server = server;
    }

    @Override
    public InstanceStore openEmpty() {
        prefix = UUID.randomUUID().toString();
        return server.open(prefix);
    }

    @Override
    public InstanceStore restart(InstanceStore dead) {
        dead.close();
        return server.open(prefix);
    }
}
