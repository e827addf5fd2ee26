package dev.cairn.persistence.redis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.servers.ValkeyServer;
import dev.cairn.spi.InstanceStore;
import dev.cairn.testkit.InstanceStoreContract;

/** The contract of every store, in a cluster of three servers. */
abstract class ClusterStoreContract extends InstanceStoreContract {

    @TempDir
    static Path directory;
    static ServerCluster cluster;

    final String prefix = UUID.randomUUID().toString();

    /** Number of shards of the store. */
    abstract int shards();

    @BeforeAll
    static void start() throws IOException {
        cluster = new ServerCluster(ValkeyServer::new, directory);
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    @Override
    protected InstanceStore open() {
        return cluster.open(prefix, shards(), RedisDurabilityMode.STRICT);
    }
}
