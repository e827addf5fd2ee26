package dev.cairn.persistence.redis;

import java.time.Duration;

/**
 * Settings by which a store uses its server.
 *
 * @param prefix prefix of all keys, in braces with the shard: {@code {cairn:7}}
 * @param shards number of shards over which the instances are spread, 1 to 1,024; the same for the life of the data
 * @param durability when a write counts as durable
 * @param replicas number of replicas that must have a write before it counts as durable
 * @param timeout maximum time that an operation waits for the server; in a cluster, the call for each shard
 * @param connections maximum number of connections of the client to a server
 */
public record RedisSettings(String prefix, int shards, RedisDurabilityMode durability, int replicas, Duration timeout,
        int connections) {

    private static final int MAX_SHARDS = 1_024;
    private static final int MAX_WRITES_UNDER_WAY = 8;
    /** Connections of a client without configuration. */
    static final int CONNECTIONS = 6;

    /** With the usual number of connections. */
    public RedisSettings(String prefix, int shards, RedisDurabilityMode durability, int replicas, Duration timeout) {
        this(prefix, shards, durability, replicas, timeout, CONNECTIONS);
    }

    public RedisSettings {
        if (shards < 1 || shards > MAX_SHARDS || replicas < 0 || timeout.isNegative() || timeout.isZero()
                || !prefix.matches("[^{}]+")) {
            throw RedisStoreExceptionFactory.badSettings(prefix, shards, replicas, timeout);
        }
    }

    static RedisSettings of(RedisStoreConfig config, int connections) {
        return new RedisSettings(config.prefix(), config.shards(), config.durability(), config.replicas(), config.timeout(),
                connections);
    }

    /**
     * Number of writes that may be under way, each on a connection: they wait for the disk, and requests that do not wait for
     * it must not queue behind them.
     */
    int writesUnderWay() {
        return Math.max(1, Math.min(MAX_WRITES_UNDER_WAY, 2 * connections / 3));
    }
}
