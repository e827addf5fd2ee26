package dev.cairn.bench.store;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;

import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;

import dev.cairn.persistence.file.FileStore;
import dev.cairn.persistence.jpa.JpaSettings;
import dev.cairn.persistence.jpa.JpaStore;
import dev.cairn.persistence.jpa.entity.AttributeEntity;
import dev.cairn.persistence.jpa.entity.CountDeltaEntity;
import dev.cairn.persistence.jpa.entity.EntryGroupEntity;
import dev.cairn.persistence.jpa.entity.InstanceEntity;
import dev.cairn.persistence.jpa.entity.InstanceMessageEntity;
import dev.cairn.persistence.jpa.entity.NodeEntity;
import dev.cairn.persistence.jpa.entity.NodeMessageEntity;
import dev.cairn.persistence.redis.EventLoopRedisClients;
import dev.cairn.persistence.redis.RedisDurabilityMode;
import dev.cairn.persistence.redis.RedisSettings;
import dev.cairn.persistence.redis.RedisStore;
import dev.cairn.servers.KeyValueServer;
import dev.cairn.servers.PostgresServer;
import dev.cairn.servers.RedisServer;
import dev.cairn.servers.ValkeyServer;
import dev.cairn.spi.InstanceStore;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Redis;

/**
 * A store as an application would have it, with its server, if it needs one, beside. Stores without {@code -everysec} keep the
 * promise of {@code strict}.
 */
public final class OpenStore implements AutoCloseable {

    private static final int CONNECTIONS = 20;
    /** For a server that is none of a cluster. */
    private static final int SHARDS = 1;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final InstanceStore store;
    private final Closing beneath;

    private OpenStore(InstanceStore store, Closing beneath) {
        this.store = store;
        this.beneath = beneath;
    }

    /** Closes what a store uses and does not close itself. */
    private interface Closing {
        void close();
    }

    /**
     * Opens a store, and starts its server.
     *
     * @param kind {@code file}, {@code redis}, {@code valkey} or {@code postgres}; with {@code -everysec} after it, Redis and Valkey
     *        sync each second, and do not say truly when a write is on the disk
     * @param directory for its files, or those of the server
     * @param vertx for clients that need it
     */
    public static OpenStore of(String kind, Path directory, Vertx vertx) throws SQLException {
        // Snapshots would come on top of the file that everything is appended to, and take a processor now and then; so does
        // rewriting the file, from 64 MB on.
        String[] settings = { "appendonly yes", kind.endsWith("-everysec") ? "appendfsync everysec" : "appendfsync always",
                "save ", "auto-aof-rewrite-min-size 1gb" };
        return switch (kind) {
            case "file" -> new OpenStore(FileStore.open(directory), () -> {});
            case "redis", "redis-everysec" -> of(new RedisServer(directory, settings), vertx);
            case "valkey", "valkey-everysec" -> of(new ValkeyServer(directory, settings), vertx);
            case "postgres" -> of(PostgresServer.open(directory));
            default -> throw new IllegalArgumentException(
                    "Not file, redis, redis-everysec, valkey, valkey-everysec or postgres: " + kind);
        };
    }

    private static OpenStore of(KeyValueServer server, Vertx vertx) {
        Redis client = Redis.createClient(vertx, server.url());
        RedisStore store = RedisStore.open(
                EventLoopRedisClients.forEachLoop(client, vertx, () -> Redis.createClient(vertx, server.url())),
                new RedisSettings("bench", SHARDS, RedisDurabilityMode.STRICT, 0, TIMEOUT));
        return new OpenStore(store, () -> {
            client.close();
            server.close();
        });
    }

    private static OpenStore of(PostgresServer server) throws SQLException {
        AgroalDataSource dataSource = dataSource(server.jdbcUrl());
        SessionFactory sessions = sessions(dataSource);
        JpaSettings usual = JpaSettings.USUAL;
        JpaStore store = JpaStore.open(sessions, new JpaSettings(usual.concurrentCommits(), usual.timeout(), true));
        return new OpenStore(store, () -> {
            sessions.close();
            dataSource.close();
            server.close();
        });
    }

    static AgroalDataSource dataSource(String jdbcUrl) throws SQLException {
        return AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(pool -> pool.maxSize(CONNECTIONS)
                        .connectionFactoryConfiguration(factory -> factory.jdbcUrl(jdbcUrl))));
    }

    static SessionFactory sessions(AgroalDataSource dataSource) {
        Configuration configuration = new Configuration();
        configuration.getProperties().put("hibernate.connection.datasource", dataSource);
        for (Class<?> entity : new Class<?>[] { InstanceEntity.class, EntryGroupEntity.class, AttributeEntity.class,
                NodeEntity.class, InstanceMessageEntity.class, NodeMessageEntity.class, CountDeltaEntity.class }) {
            configuration.addAnnotatedClass(entity);
        }
        return configuration.buildSessionFactory();
    }

    /** The store. */
    public InstanceStore store() {
        return store;
    }

    @Override
    public void close() {
        store.close();
        beneath.close();
    }
}
