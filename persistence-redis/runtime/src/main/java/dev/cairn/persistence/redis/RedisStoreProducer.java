package dev.cairn.persistence.redis;

import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

import dev.cairn.spi.InstanceStore;
import io.quarkus.arc.ActiveResult;
import io.quarkus.arc.InjectableInstance;
import io.quarkus.redis.client.RedisClientName;
import io.quarkus.redis.runtime.client.config.RedisClientConfig;
import io.quarkus.redis.runtime.client.config.RedisConfig;
import io.quarkus.runtime.Startup;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisReplicas;

/** Opens the store when the application starts, and closes it when it stops. */
@Singleton
public class RedisStoreProducer {

    @Produces
    @Singleton
    @Startup
    InstanceStore open(RedisStoreBuildConfig build, RedisStoreConfig config, RedisConfig redis, @Any Instance<Redis> clients,
            RedisClientFactory factory, Vertx vertx) {
        String name = build.clientName();
        RedisClientConfig given = redis.clients().get(name);
        refuseReplicas(name, given);
        int connections = given == null ? RedisSettings.CONNECTIONS : given.maxPoolSize();
        Instance<Redis> client = name.equals(RedisStoreBuildConfig.DEFAULT_CLIENT) ? clients.select(Default.Literal.INSTANCE)
                : clients.select(RedisClientName.Literal.of(name));
        refuseInactive(name, client);
        RedisSettings settings = RedisSettings.of(config, connections);
        return config.clientPerEventLoop()
                ? RedisStore.open(EventLoopRedisClients.forEachLoop(client.get(), vertx, () -> factory.another(name)), settings)
                : RedisStore.open(client.get(), vertx, settings);
    }

    /** Quarkus makes a client without hosts all the same, and lets its calls fail. */
    private static void refuseInactive(String name, Instance<Redis> client) {
        ActiveResult active = ((InjectableInstance<Redis>) client).getHandle().getBean().checkActive();
        if (!active.value()) {
            throw RedisStoreExceptionFactory.inactive(RedisConfig.getPropertyName(name, "hosts"),
                    RedisConfig.getPropertyName(name, "devservices.enabled"), active.inactiveReason());
        }
    }

    private static void refuseReplicas(String name, RedisClientConfig client) {
        RedisReplicas replicas = client == null ? RedisReplicas.NEVER : client.replicas().orElse(RedisReplicas.NEVER);
        if (replicas != RedisReplicas.NEVER) {
            throw RedisStoreExceptionFactory.readsFromReplicas(RedisConfig.getPropertyName(name, "replicas"), replicas);
        }
    }

    void close(@Disposes InstanceStore store) {
        store.close();
    }
}
