package dev.cairn.persistence.redis;

import java.nio.file.Path;
import java.util.UUID;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.servers.ValkeyServer;
import dev.cairn.spi.InstanceStore;
import dev.cairn.testkit.InstanceStoreContract;

/** Each event loop has a client of its own. */
class EventLoopsTest extends InstanceStoreContract {

    private static final int SHARDS = 16;

    @TempDir
    static Path directory;
    static StoreOpener opener;

    private final String prefix = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        opener = new StoreOpener(ValkeyServer::new, directory, 6, "appendonly yes");
    }

    @AfterAll
    static void stop() throws Exception {
        opener.close();
    }

    @Override
    protected InstanceStore open() {
        Settings settings = new Settings(prefix, SHARDS, Durability.BATCHED, 0, StoreOpener.TIMEOUT);
        return LoopedStore.of(RedisStore.open(opener.clients(), settings), opener.vertx());
    }
}
