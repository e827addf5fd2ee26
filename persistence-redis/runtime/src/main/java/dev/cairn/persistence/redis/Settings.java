package dev.cairn.persistence.redis;

import java.time.Duration;

/**
 * How a store uses its server.
 *
 * @param prefix what the names of all keys begin with, in braces with the shard: {@code {cairn:7}}
 * @param shards how many shards the instances are spread over, 1 to 1,024; the same for the life of the data
 * @param durability when a write counts as durable
 * @param replicas how many replicas must have a write before it counts as durable
 * @param timeout how long to wait for an answer of the server
 */
public record Settings(String prefix, int shards, Durability durability, int replicas, Duration timeout) {

    private static final int MOST_SHARDS = 1_024;

    public Settings {
        if (shards < 1 || shards > MOST_SHARDS || replicas < 0 || timeout.isNegative() || timeout.isZero()
                || !prefix.matches("[^{}]+")) {
            throw Failures.badSettings(prefix, shards, replicas, timeout);
        }
    }

    static Settings of(RedisStoreConfig config) {
        return new Settings(config.prefix(), config.shards(), config.durability(), config.replicas(), config.timeout());
    }
}
