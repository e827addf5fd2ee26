package dev.cairn.persistence.redis;

import java.nio.file.Path;
import java.util.UUID;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.servers.RedisServer;
import dev.cairn.spi.InstanceStore;
import dev.cairn.testkit.InstanceStoreContract;

/** Redis 7.0, which cannot wait for its disk and so writes it always; many shards. */
class RedisStoreTest extends InstanceStoreContract {

    @TempDir
    static Path directory;
    static StoreOpener opener;

    private final String prefix = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        opener = new StoreOpener(RedisServer::new, directory, 6, "appendonly yes", "appendfsync always");
    }

    @AfterAll
    static void stop() throws Exception {
        opener.close();
    }

    @Override
    protected InstanceStore open() {
        return opener.open(prefix, 16, Durability.STRICT);
    }
}
