package dev.cairn.persistence.redis;

/** One server of a cluster has all there is. */
class OneShardClusterTest extends ClusterStoreContract {

    @Override
    int shards() {
        return 1;
    }
}
