package dev.cairn.persistence.redis;

import java.nio.file.Path;
import java.util.UUID;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.servers.ValkeyServer;
import dev.cairn.spi.InstanceStore;
import dev.cairn.testkit.InstanceStoreContract;

/** One connection, one shard, and the answer of the server is enough. */
@Tag("servers")
@Tag("valkey")
@Tag("any-jdk")
class OneConnectionTest extends InstanceStoreContract {

    @TempDir
    static Path directory;
    static StoreOpener opener;

    private final String prefix = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        opener = new StoreOpener(ValkeyServer::new, directory, 1, "appendonly yes");
    }

    @AfterAll
    static void stop() throws Exception {
        opener.close();
    }

    @Override
    protected InstanceStore open() {
        return opener.open(prefix, 1, RedisDurabilityMode.BATCHED);
    }
}
