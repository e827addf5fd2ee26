package dev.cairn.persistence.redis;

import static dev.cairn.testkit.SampleInstances.A;
import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.servers.FaultyProxy;
import dev.cairn.servers.ValkeyServer;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoreException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.net.NetClientOptions;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;

/** Connections whose other side is gone without a word, as after a loss of power. */
@Tag("servers")
@Tag("failover")
@Tag("any-jdk")
class SilentConnectionsTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(3);
    private static final Duration LEASE = Duration.ofSeconds(7);
    private static final int CONNECTIONS = 1;
    private static final int MAX_FAILURES = 10;

    @TempDir
    static Path directory;
    static StoreOpener opener;

    @BeforeAll
    static void start() {
        opener = new StoreOpener(ValkeyServer::new, directory, CONNECTIONS, "appendonly yes");
    }

    @AfterAll
    static void stop() throws Exception {
        opener.close();
    }

    @Test
    void theyAreReplaced() {
        try (FaultyProxy proxy = FaultyProxy.to(opener.server().port())) {
            Redis client = client(proxy, new NetClientOptions());
            RedisStore store = open(client);
            awaitAnswer(store);
            proxy.strand();
            awaitAnswer(store);
            assertThat(await(store.commit(List.of(create(running("a"), "1"))))).containsExactly(CommitResult.COMMITTED);
            store.close();
            client.close();
        }
    }

    @Test
    void theyDoNotCostTheLease() {
        try (FaultyProxy proxy = FaultyProxy.to(opener.server().port())) {
            Redis client = client(proxy, new NetClientOptions());
            RedisStore store = open(client, Duration.ofSeconds(10));
            awaitAnswer(store);
            proxy.strand();
            assertHeardWithinTheLease(store);
            store.close();
            client.close();
        }
    }

    private static void assertHeardWithinTheLease(InstanceStore store) {
        long beganNanos = System.nanoTime();
        await(Uni.createFrom().deferred(() -> store.heartbeat(A, LEASE.toMillis())).onFailure(StoreException.class).retry()
                .indefinitely());
        assertThat(System.nanoTime() - beganNanos).isLessThan(LEASE.toNanos());
    }

    /** Heartbeats come from whichever event loop is next, and the connections of each are gone. */
    @Test
    void thoseOfEventLoopsDoNotCostItEither() {
        try (FaultyProxy proxy = FaultyProxy.to(opener.server().port())) {
            Redis client = client(proxy, new NetClientOptions());
            EventLoopRedisClients clients = EventLoopRedisClients.forEachLoop(client, opener.vertx(),
                    () -> client(proxy, new NetClientOptions()));
            InstanceStore store = LoopedStore.of(RedisStore.open(clients, settings(Duration.ofSeconds(10))), opener.vertx());
            for (int i = 0; i < 2 * clients.count(); i++) {
                await(store.row("none"));
            }
            await(store.heartbeat(A, LEASE.toMillis()));
            proxy.strand();
            assertHeardWithinTheLease(store);
            store.close();
            client.close();
        }
    }

    /** The client waits for the answer to its greeting for ever, and only a timeout ends that. */
    @Test
    void thoseThatWereNeverGreetedAreReplacedWithATimeoutOfTheClient() {
        try (FaultyProxy proxy = FaultyProxy.to(opener.server().port())) {
            Redis client = client(proxy, new NetClientOptions().setReadIdleTimeout((int) TIMEOUT.toSeconds()));
            proxy.silence();
            RedisStore store = open(client);
            assertThat(answers(store)).isFalse();
            proxy.strand();
            proxy.serve();
            awaitAnswer(store);
            store.close();
            client.close();
        }
    }

    private static Redis client(FaultyProxy proxy, NetClientOptions net) {
        return Redis.createClient(opener.vertx(), new RedisOptions().setMaxPoolSize(CONNECTIONS).setNetClientOptions(net)
                .setConnectionString("redis://127.0.0.1:" + proxy.port()));
    }

    private static RedisStore open(Redis client) {
        return open(client, TIMEOUT);
    }

    private static RedisStore open(Redis client, Duration timeout) {
        return RedisStore.open(client, opener.vertx(), settings(timeout));
    }

    private static RedisSettings settings(Duration timeout) {
        return new RedisSettings(UUID.randomUUID().toString(), 1, RedisDurabilityMode.BATCHED, 0, timeout, CONNECTIONS);
    }

    private static void awaitAnswer(RedisStore store) {
        int failures = 0;
        while (!answers(store)) {
            assertThat(++failures).isLessThan(MAX_FAILURES);
        }
    }

    private static boolean answers(RedisStore store) {
        try {
            await(store.row("none"));
            return true;
        } catch (StoreException e) {
            return false;
        }
    }

    private static <T> T await(Uni<T> result) {
        return result.await().atMost(PATIENCE);
    }
}
