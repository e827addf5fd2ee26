package dev.cairn.persistence.redis.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.StartRequest;
import dev.cairn.persistence.redis.StoreRedisOptionsCustomizer;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import io.quarkus.redis.client.RedisClientName;
import io.quarkus.redis.datasource.RedisDataSource;
import io.quarkus.redis.runtime.client.ObservableRedisMetrics;
import io.quarkus.test.QuarkusUnitTest;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.redis.client.RedisOptions;

@Tag("servers")
@Tag("redis")
class RedisStoreExtensionTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = OneServer.with(new QuarkusUnitTest())
            .withApplicationRoot(archive -> archive.addAsResource(new StringAsset("""
                    document: {dsl: 1.0.0, namespace: shop, name: notes, version: 1.0.0}
                    do:
                      - pause: {wait: {milliseconds: 1}}
                    """), "workflows/notes.yaml").addClasses(OneServer.class, RedisAnswers.class, Commands.class))
            .overrideConfigKey("quarkus.cairn.redis.client-name", "workflows")
            .overrideConfigKey("quarkus.cairn.redis.prefix", "test")
            .overrideConfigKey("quarkus.cairn.redis.shards", "1")
            .overrideConfigKey("quarkus.redis.workflows.hosts", OneServer.URL);

    @Inject
    InstanceStore store;

    @Inject
    @RedisClientName("workflows")
    RedisDataSource redis;

    @Inject
    CairnClient client;

    @Inject
    StoreRedisOptionsCustomizer options;

    @Inject
    Commands commands;

    @Inject
    Vertx vertx;

    @Test
    void theApplicationHasTheStoreInTheServerThatWasSet() {
        InstanceRow row = new InstanceRow("a", "shop:orders", "1.0.0", InstanceStatus.RUNNING, 1, 1, InstanceRow.NEVER, "node");
        assertThat(store.commit(List.of(InstanceWrite.of(row, 1, 0, List.of(new byte[] { 1 })))).await().atMost(PATIENCE))
                .containsExactly(CommitResult.COMMITTED);

        assertThat(store.capabilities().name()).isEqualTo("redis");
        assertThat(redis.key().exists("{test:0}:i:a")).isTrue();
        assertThat(redis.value(String.class).get("{test}:shards")).isEqualTo("1");
    }

    @Test
    void itsClientNoticesThatTheServerIsGone() {
        RedisOptions own = new RedisOptions();
        options.customize("workflows", own);
        assertThat(own.getNetClientOptions().getConnectTimeout()).isEqualTo(10_000);
        assertThat(own.getNetClientOptions().getReadIdleTimeout()).isEqualTo(60_000);

        RedisOptions other = new RedisOptions();
        options.customize("<default>", other);
        assertThat(other.getNetClientOptions().getConnectTimeout()).isEqualTo(NetClientOptions.DEFAULT_CONNECT_TIMEOUT);
        assertThat(other.getNetClientOptions().getReadIdleTimeout()).isZero();
    }

    @Test
    void whatIsLargeCrossesTheNetworkCompressed() {
        String notes = "All is well. ".repeat(10_000);
        InstanceHandle instance = client.start(StartRequest.of("notes").withInput(TextNode.valueOf(notes))).await()
                .atMost(PATIENCE);
        assertThat(instance.result().await().atMost(PATIENCE).textValue()).isEqualTo(notes);

        byte[] start = store.load(instance.id()).await().atMost(PATIENCE).orElseThrow().entries().get(0);
        assertThat(new String(start, StandardCharsets.ISO_8859_1)).contains("\3lz4");
        assertThat(start.length).isLessThan(notes.length() / 10);
    }

    @Test
    void eachEventLoopHasItsConnectionsWhichTheMetricsSee() throws Exception {
        long before = commands.of("workflows");
        RedisAnswers answers = RedisAnswers.of(store, vertx);
        assertThat(answers.asked()).hasSizeGreaterThan(1);
        assertThat(answers.answered()).isEqualTo(answers.asked());
        assertThat(commands.of("workflows")).isGreaterThanOrEqualTo(before + answers.asked().size());
    }

    /** Counts what clients do. */
    @Singleton
    static class Commands implements ObservableRedisMetrics {
        private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

        @Override
        public void report(String clientName, long durationNanos, boolean succeeded) {
            counts.computeIfAbsent(clientName, any -> new LongAdder()).increment();
        }

        long of(String clientName) {
            LongAdder count = counts.get(clientName);
            return count == null ? 0 : count.sum();
        }
    }
}
