package dev.cairn.persistence.redis;

import java.nio.file.Path;
import java.util.UUID;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.crashpoints.CrashPointContract;
import dev.cairn.servers.RedisServer;
import dev.cairn.spi.InstanceStore;

class RedisStoreCrashPointTest extends CrashPointContract {

    @TempDir
    static Path directory;
    static StoreOpener opener;

    private String prefix;

    @BeforeAll
    static void start() {
        opener = new StoreOpener(RedisServer::new, directory, 6, "appendonly yes", "appendfsync always");
    }

    @AfterAll
    static void stop() throws Exception {
        opener.close();
    }

    // tag::stores[]
    @Override
    public InstanceStore openEmpty() {
        prefix = UUID.randomUUID().toString();
        return opener.open(prefix, 16, Durability.STRICT);
    }

    @Override
    public InstanceStore restart(InstanceStore dead) {
        dead.close();
        return opener.open(prefix, 16, Durability.STRICT);
    }
    // end::stores[]
}
