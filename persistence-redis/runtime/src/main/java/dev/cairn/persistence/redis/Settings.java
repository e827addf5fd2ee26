package dev.cairn.persistence.redis;

import java.time.Duration;

/**
 * How a store uses its server.
 *
 * @param prefix what the names of all keys begin with, in braces with the shard: {@code {cairn:7}}
 * @param shards how many shards the instances are spread over, 1 to 1,024; the same for the life of the data
 * @param durability when a write counts as durable
 * @param replicas how many replicas must have a write before it counts as durable
 * @param timeout how long an operation may wait for the server; in a cluster, the call for each shard
 * @param connections how many connections the client has to a server at the most
 */
public record Settings(String prefix, int shards, Durability durability, int replicas, Duration timeout, int connections) {

    private static final int MOST_SHARDS = 1_024;
    private static final int MOST_WRITES_UNDER_WAY = 8;
    /** What a client has unless it is told otherwise. */
    static final int CONNECTIONS = 6;

    /** With the usual number of connections. */
    public Settings(String prefix, int shards, Durability durability, int replicas, Duration timeout) {
        this(prefix, shards, durability, replicas, timeout, CONNECTIONS);
    }

    public Settings {
        if (shards < 1 || shards > MOST_SHARDS || replicas < 0 || timeout.isNegative() || timeout.isZero()
                || !prefix.matches("[^{}]+")) {
            throw Failures.badSettings(prefix, shards, replicas, timeout);
        }
    }

    static Settings of(RedisStoreConfig config, int connections) {
        return new Settings(config.prefix(), config.shards(), config.durability(), config.replicas(), config.timeout(),
                connections);
    }

    /** How many writes may be under way, each on a connection: they wait for the disk, and what does not must not wait behind them. */
    int writesUnderWay() {
        return Math.max(1, Math.min(MOST_WRITES_UNDER_WAY, 2 * connections / 3));
    }
}
