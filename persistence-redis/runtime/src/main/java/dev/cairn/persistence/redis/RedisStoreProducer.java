package dev.cairn.persistence.redis;

import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

import dev.cairn.spi.InstanceStore;
import io.quarkus.redis.client.RedisClientName;
import io.quarkus.runtime.Startup;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Redis;

/** Opens the store when the application starts, and closes it when it stops. */
@Singleton
public class RedisStoreProducer {

    @Produces
    @Singleton
    @Startup
    InstanceStore open(RedisStoreBuildConfig build, RedisStoreConfig config, @Any Instance<Redis> clients, Vertx vertx) {
        String name = build.clientName();
        Redis client = name.equals(RedisStoreBuildConfig.DEFAULT_CLIENT) ? clients.select(Default.Literal.INSTANCE).get()
                : clients.select(RedisClientName.Literal.of(name)).get();
        return RedisStore.open(client, vertx, Settings.of(config));
    }

    void close(@Disposes InstanceStore store) {
        store.close();
    }
}
