package dev.cairn.bench.store;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;

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
import dev.cairn.spi.InstanceStore;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Redis;

/** Stores as an application opens them that has changed none of their settings. For programs that run until they are killed. */
public final class BenchStores {

    private static final int CONNECTIONS = 20;
    private static final int SHARDS = 16;

    private BenchStores() {}

    /**
     * Opens a store.
     *
     * @param place a directory, or the URL of a server: {@code redis:} or {@code jdbc:}
     */
    public static InstanceStore open(String place) {
        if (place.startsWith("redis:")) {
            Vertx vertx = Vertx.vertx();
            return RedisStore.open(
                    EventLoopRedisClients.forEachLoop(Redis.createClient(vertx, place), vertx,
                            () -> Redis.createClient(vertx, place)),
                    new RedisSettings("bench", SHARDS, RedisDurabilityMode.STRICT, 0, Duration.ofSeconds(10)));
        }
        return place.startsWith("jdbc:") ? jpa(place) : FileStore.open(Path.of(place));
    }

    private static InstanceStore jpa(String url) {
        Configuration configuration = new Configuration();
        configuration.getProperties().put("hibernate.connection.datasource", dataSource(url));
        for (Class<?> entity : new Class<?>[] { InstanceEntity.class, EntryGroupEntity.class, AttributeEntity.class,
                NodeEntity.class, InstanceMessageEntity.class, NodeMessageEntity.class, CountDeltaEntity.class }) {
            configuration.addAnnotatedClass(entity);
        }
        JpaSettings usual = JpaSettings.USUAL;
        return JpaStore.open(configuration.buildSessionFactory(),
                new JpaSettings(usual.concurrentCommits(), usual.timeout(), true));
    }

    private static AgroalDataSource dataSource(String url) {
        try {
            return AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier().connectionPoolConfiguration(
                    pool -> pool.maxSize(CONNECTIONS).connectionFactoryConfiguration(factory -> factory.jdbcUrl(url))));
        } catch (SQLException impossible) {
            throw new IllegalStateException("Nothing is connected to yet", impossible);
        }
    }
}
