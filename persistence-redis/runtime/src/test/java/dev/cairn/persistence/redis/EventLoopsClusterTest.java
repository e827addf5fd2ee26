package dev.cairn.persistence.redis;

import org.junit.jupiter.api.Tag;

import dev.cairn.spi.InstanceStore;

/** Each event loop has a client of its own, with connections to each server of a cluster. */
@Tag("servers")
@Tag("valkey")
@Tag("any-jdk")
class EventLoopsClusterTest extends ClusterStoreContract {

    private static final int SHARDS = 16;

    @Override
    int shards() {
        return SHARDS;
    }

    @Override
    protected InstanceStore open() {
        RedisSettings settings = new RedisSettings(prefix, SHARDS, RedisDurabilityMode.STRICT, 0, StoreOpener.TIMEOUT);
        return LoopedStore.of(RedisStore.open(cluster.clients(), settings), cluster.vertx());
    }
}
