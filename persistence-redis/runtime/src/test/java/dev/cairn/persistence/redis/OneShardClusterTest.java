package dev.cairn.persistence.redis;

import org.junit.jupiter.api.Tag;

/** One server of a cluster has all there is. */
@Tag("servers")
@Tag("valkey")
@Tag("any-jdk")
class OneShardClusterTest extends ClusterStoreContract {

    @Override
    int shards() {
        return 1;
    }
}
