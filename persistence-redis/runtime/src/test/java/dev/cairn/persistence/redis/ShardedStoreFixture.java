package dev.cairn.persistence.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import io.smallrye.mutiny.Uni;
import io.vertx.redis.client.Command;

/** A store of a few shards for each test, with keys of its own, whose keys a test may change behind its back. */
final class ShardedStoreFixture implements BeforeEachCallback, AfterEachCallback {

    static final int SHARDS = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    final RedisKeys keys;
    /** Printed by a test that fails. */
    final long seed = new Random().nextLong();
    final Random random = new Random(seed);
    private final StoreServer server;
    private final String prefix = UUID.randomUUID().toString();
    private RedisStore store;

    ShardedStoreFixture(StoreServer server) {
        this.server = server;
        this.keys = new RedisKeys(prefix, SHARDS);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        store = server.opener().open(prefix, SHARDS, RedisDurabilityMode.BATCHED);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        store.close();
    }

    RedisStore store() {
        return store;
    }

    static <T> T await(Uni<T> uni) {
        return uni.await().atMost(PATIENCE);
    }

    /** Sends a command about a key of each shard. */
    void eachShard(Command command, String suffix, Object... arguments) {
        for (int shard = 0; shard < SHARDS; shard++) {
            List<Object> all = new ArrayList<>(List.of(keys.base(shard) + suffix));
            Collections.addAll(all, arguments);
            server.opener().send(command, all.toArray());
        }
    }
}
