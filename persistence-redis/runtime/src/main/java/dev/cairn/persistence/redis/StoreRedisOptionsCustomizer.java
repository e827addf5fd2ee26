package dev.cairn.persistence.redis;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import jakarta.inject.Singleton;

import io.quarkus.redis.client.RedisOptionsCustomizer;
import io.quarkus.redis.runtime.client.config.NetConfig;
import io.quarkus.redis.runtime.client.config.RedisClientConfig;
import io.quarkus.redis.runtime.client.config.RedisConfig;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.tracing.TracingPolicy;
import io.vertx.redis.client.RedisOptions;

/**
 * Customizes the client of the store, so that it is not out of connections for ever after an outage, unless {@code
 * quarkus.redis} says otherwise. A client that may have other users is changed no more than they can bear.
 */
@Singleton
public class StoreRedisOptionsCustomizer implements RedisOptionsCustomizer {

    /** Long enough that a connection is rarely cut at the moment when it is used again. */
    private static final int IDLE_TIMEOUTS = 6;

    private final RedisStoreBuildConfig build;
    private final RedisStoreConfig config;
    private final RedisConfig redis;
    /** The number of the client that this thread makes for the store alone; null if it makes another one. */
    private final ThreadLocal<Integer> ownNumber = new ThreadLocal<>();

    StoreRedisOptionsCustomizer(RedisStoreBuildConfig build, RedisStoreConfig config, RedisConfig redis) {
        this.build = build;
        this.config = config;
        this.redis = redis;
    }

    /**
     * Makes a client that only the store uses.
     *
     * @param number distinguishes its pool from others in metrics
     */
    <T> T ofStoreAlone(int number, Supplier<T> make) {
        ownNumber.set(number);
        try {
            return make.get();
        } finally {
            ownNumber.remove();
        }
    }

    @Override
    public void customize(String clientName, RedisOptions options) {
        RedisClientConfig given = redis.clients().get(clientName);
        if (!clientName.equals(build.clientName()) || given == null) {
            return;
        }
        long timeoutMillis = config.timeout().toMillis();
        NetClientOptions net = options.getNetClientOptions();
        if (given.tcp().connectionTimeout().isEmpty()) {
            net.setConnectTimeout((int) Math.min(net.getConnectTimeout(), timeoutMillis));
        }
        Integer number = ownNumber.get();
        if (number != null) {
            options.setPoolName(options.getPoolName() + "|cairn|" + number);
        }
        // The application may subscribe or wait over the default client.
        boolean hasOtherUsers = number == null && clientName.equals(RedisStoreBuildConfig.DEFAULT_CLIENT);
        if (!hasOtherUsers) {
            // Each heartbeat and each group of entries of many instances would be a trace of its own.
            options.setTracingPolicy(TracingPolicy.IGNORE);
        }
        if (!hasOtherUsers && nothingIsSaidOfIdleness(given.tcp())) {
            // A server that is gone before it has answered the first command on a connection is not noticed otherwise.
            net.setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
                    .setReadIdleTimeout((int) Math.min(Integer.MAX_VALUE, IDLE_TIMEOUTS * timeoutMillis));
        }
    }

    private static boolean nothingIsSaidOfIdleness(NetConfig tcp) {
        return tcp.readIdleTimeout().isEmpty() && tcp.writeIdleTimeout().isEmpty() && tcp.idleTimeout().isEmpty();
    }
}
