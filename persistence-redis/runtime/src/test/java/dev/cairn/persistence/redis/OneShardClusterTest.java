package dev.cairn.persistence.redis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.spi.InstanceStore;
import dev.cairn.testkit.InstanceStoreContract;

/** A cluster of three servers, one of which has all there is. */
class OneShardClusterTest extends InstanceStoreContract {

    @TempDir
    static Path directory;
    static ServerCluster cluster;

    private final String prefix = UUID.randomUUID().toString();

    @BeforeAll
    static void start() throws IOException {
        cluster = new ServerCluster(directory);
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    @Override
    protected InstanceStore open() {
        return cluster.open(prefix, 1, Durability.STRICT);
    }
}
