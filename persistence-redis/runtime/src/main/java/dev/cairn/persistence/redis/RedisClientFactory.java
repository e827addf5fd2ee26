package dev.cairn.persistence.redis;

import java.util.concurrent.atomic.AtomicInteger;

import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;

import io.quarkus.proxy.ProxyConfigurationRegistry;
import io.quarkus.redis.runtime.client.ObservableRedis;
import io.quarkus.redis.runtime.client.ObservableRedisMetrics;
import io.quarkus.redis.runtime.client.VertxRedisClientFactory;
import io.quarkus.redis.runtime.client.config.RedisConfig;
import io.quarkus.tls.TlsConfigurationRegistry;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Redis;

/** Makes clients as Quarkus makes those that are injected: with their settings, and seen by its metrics. */
@Singleton
public class RedisClientFactory {

    private final Vertx vertx;
    private final RedisConfig config;
    private final TlsConfigurationRegistry tls;
    private final ProxyConfigurationRegistry proxies;
    private final ObservableRedisMetrics metrics;
    private final StoreRedisOptionsCustomizer options;
    private final AtomicInteger made = new AtomicInteger();

    RedisClientFactory(Vertx vertx, RedisConfig config, TlsConfigurationRegistry tls, ProxyConfigurationRegistry proxies,
            Instance<ObservableRedisMetrics> metrics, StoreRedisOptionsCustomizer options) {
        this.vertx = vertx;
        this.config = config;
        this.tls = tls;
        this.proxies = proxies;
        this.options = options;
        this.metrics = metrics.isResolvable() ? metrics.get() : ObservableRedisMetrics.NOOP;
    }

    /**
     * Makes another client, which has no connections yet, for the event loop of the current context of Vert.x.
     *
     * @param name of a client that is active
     */
    Redis another(String name) {
        Redis client = options.ofStoreAlone(made.incrementAndGet(),
                () -> VertxRedisClientFactory.create(name, vertx, config.clients().get(name), tls, proxies));
        return new ObservableRedis(client, name, metrics);
    }
}
