package dev.cairn.persistence.redis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BiFunction;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import dev.cairn.servers.KeyValueServer;
import dev.cairn.spi.InstanceStore;

/** A server that runs as long as the tests of a class do; it writes its disk before it answers. */
final class StoreServer implements BeforeAllCallback, AfterAllCallback {

    private static final int CONNECTIONS = 6;
    private static final int SHARDS = 16;

    private final BiFunction<Path, String[], KeyValueServer> servers;
    private StoreOpener opener;

    StoreServer(BiFunction<Path, String[], KeyValueServer> servers) {
        this.servers = servers;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        Path directory = Files.createTempDirectory(Files.createDirectories(Path.of("target", "servers")), "store");
        opener = new StoreOpener(servers, directory.toAbsolutePath(), CONNECTIONS, "appendonly yes", "appendfsync always");
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        opener.close();
    }

    StoreOpener opener() {
        return opener;
    }

    /** Opens a store of many shards whose keys begin with a prefix of its own. */
    RedisStore open(String prefix) {
        return opener.open(prefix, SHARDS, RedisDurabilityMode.STRICT);
    }

    /** The same, with a client for each event loop, asked from event loops. */
    InstanceStore openForLoops(String prefix) {
        RedisSettings settings = new RedisSettings(prefix, SHARDS, RedisDurabilityMode.STRICT, 0, StoreOpener.TIMEOUT,
                CONNECTIONS);
        return LoopedStore.of(RedisStore.open(opener.clients(), settings), opener.vertx());
    }
}
