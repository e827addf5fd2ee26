package dev.cairn.persistence.redis.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.servers.KeyValueServer;
import dev.cairn.servers.ValkeyServer;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStatus;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import io.quarkus.redis.client.RedisClientName;
import io.quarkus.redis.datasource.RedisDataSource;
import io.quarkus.test.QuarkusUnitTest;

class RedisStoreExtensionTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static KeyValueServer server;

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withEmptyApplication()
            .setBeforeAllCustomizer(RedisStoreExtensionTest::start)
            .overrideConfigKey("quarkus.cairn.redis.client-name", "workflows")
            .overrideConfigKey("quarkus.cairn.redis.prefix", "test")
            .overrideConfigKey("quarkus.cairn.redis.shards", "1")
            .overrideConfigKey("quarkus.redis.workflows.hosts", "${test.redis.url}")
            .overrideConfigKey("quarkus.redis.devservices.enabled", "false")
            .setAfterAllCustomizer(RedisStoreExtensionTest::stop);

    @Inject
    InstanceStore store;

    @Inject
    @RedisClientName("workflows")
    RedisDataSource redis;

    private static void start() {
        try {
            server = new ValkeyServer(Files.createTempDirectory(Path.of("target"), "valkey"), "appendonly yes");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        System.setProperty("test.redis.url", server.url());
    }

    private static void stop() {
        System.clearProperty("test.redis.url");
        server.close();
    }

    @Test
    void theApplicationHasTheStoreInTheServerThatWasSet() {
        InstanceRow row = new InstanceRow("a", "shop:orders", "1.0.0", InstanceStatus.RUNNING, 1, 1, InstanceRow.NEVER, "node");
        assertThat(store.commit(List.of(new InstanceWrite(row, 1, 0, List.of(new byte[] { 1 })))).await().atMost(PATIENCE))
                .containsExactly(CommitResult.COMMITTED);

        assertThat(store.capabilities().name()).isEqualTo("redis");
        assertThat(redis.key().exists("{test:0}:i:a")).isTrue();
        assertThat(redis.value(String.class).get("{test}:shards")).isEqualTo("1");
    }
}
