package dev.cairn.crash.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import dev.cairn.persistence.redis.RedisDurabilityMode;
import dev.cairn.persistence.redis.RedisSettings;
import dev.cairn.persistence.redis.RedisStore;
import dev.cairn.testkit.StoredCountCheck;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Redis;

/** Compares the counts in a Redis server with its instances. */
final class RedisStoredCounts {

    private static final int SHARDS = 16;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private RedisStoredCounts() {}

    /** Fails unless the store has complete counts and they are the numbers of instances. */
    static void check(int port) {
        Vertx vertx = Vertx.vertx();
        Redis client = Redis.createClient(vertx, "redis://127.0.0.1:" + port);
        try (RedisStore store = RedisStore.open(client, vertx,
                new RedisSettings("cairn", SHARDS, RedisDurabilityMode.BATCHED, 0, PATIENCE))) {
            assertThat(store.counts().await().atMost(PATIENCE).orElseThrow()).isNotEmpty();
            StoredCountCheck.compare(store, "after the crashes");
        } finally {
            client.close();
            vertx.close();
        }
    }
}
