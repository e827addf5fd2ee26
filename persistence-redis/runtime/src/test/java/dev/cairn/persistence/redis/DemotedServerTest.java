package dev.cairn.persistence.redis;

import static dev.cairn.testkit.SampleInstances.A;
import static dev.cairn.testkit.SampleInstances.LONG_MILLIS;
import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.servers.FaultyProxy;
import dev.cairn.servers.KeyValueServer;
import dev.cairn.servers.ValkeyServer;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoreException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;

/** A failover behind an address that stays: new connections lead to the new master, and the old one keeps those it has. */
@Tag("servers")
@Tag("failover")
@Tag("any-jdk")
class DemotedServerTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int CONNECTIONS = 3;

    @TempDir
    Path directory;

    private final Vertx vertx = Vertx.vertx();
    private final RedisSettings settings = new RedisSettings(UUID.randomUUID().toString(), 1, RedisDurabilityMode.BATCHED, 0,
            Duration.ofSeconds(10), CONNECTIONS);
    private KeyValueServer before;
    private KeyValueServer after;
    private FaultyProxy address;
    private Redis client;
    private RedisStore store;

    @BeforeEach
    void open() {
        before = new ValkeyServer(directory.resolve("before"), "replica-serve-stale-data no");
        after = new ValkeyServer(directory.resolve("after"));
        address = FaultyProxy.to(before.port());
        client = anotherClient();
        store = RedisStore.open(client, vertx, settings);
        // So that there are as many connections as there may be.
        await(Uni.join().all(IntStream.range(0, 10 * CONNECTIONS).mapToObj(i -> store.row("none")).toList()).andFailFast());
        address.lead(after.port());
    }

    private Redis anotherClient() {
        return Redis.createClient(vertx, new RedisOptions().setMaxPoolSize(CONNECTIONS)
                .setConnectionString("redis://127.0.0.1:" + address.port()));
    }

    @AfterEach
    void close() {
        store.close();
        client.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
        address.close();
        after.close();
        before.close();
    }

    @Test
    void writesGoToTheNewMaster() {
        demote(after.port());
        long lastNanos = System.nanoTime() + PATIENCE.toNanos();
        while (!ask(before, Request.cmd(Command.INFO).arg("replication")).contains("master_link_status:up")) {
            assertThat(System.nanoTime()).as("the old master follows the new one").isLessThan(lastNanos);
        }
        assertWorks(() -> store.heartbeat(A, LONG_MILLIS), "READONLY");
    }

    @Test
    void readsGoToTheNewMasterIfTheOldOneHasLostIt() {
        demote(1);
        assertWorks(() -> store.row("none"), "MASTERDOWN");
    }

    /** The old master answers what it had when it was demoted, so nothing tells an event loop that only reads but what others found. */
    @Test
    void eventLoopsThatOnlyReadAreLedToTheNewMaster() {
        ask(before, Request.cmd(Command.CONFIG).arg("SET").arg("replica-serve-stale-data").arg("yes"));
        address.lead(before.port());
        EventLoopRedisClients clients = EventLoopRedisClients.forEachLoop(client, vertx, this::anotherClient);
        RedisStore own = RedisStore.open(clients, settings);
        InstanceStore looped = LoopedStore.of(own, vertx);
        for (int i = 0; i < 2 * clients.count(); i++) {
            await(looped.row("a"));
        }
        address.lead(after.port());
        demote(1);
        retried(() -> own.heartbeat(A, LONG_MILLIS));
        retried(() -> own.commit(List.of(create(running("a"), "1"))));

        for (int i = 0; i < 2 * clients.count(); i++) {
            assertThat(retried(() -> looped.row("a"))).as("read number %s", i).isPresent();
        }
        own.close();
    }

    private static <T> T retried(Supplier<Uni<T>> call) {
        return await(Uni.createFrom().deferred(() -> call.get()).onFailure(StoreException.class).retry().atMost(10));
    }

    /** Each of the connections there are may fail one call. */
    private void assertWorks(Supplier<Uni<?>> call, String answer) {
        int failures = 0;
        for (int works = 0; works < 10; works++) {
            StoreException failure = catchThrowableOfType(StoreException.class, () -> await(call.get()));
            if (failure != null) {
                assertThat(failure).hasMessageStartingWith("CAIRN-0530").hasMessageContaining(answer);
                assertThat(++failures).isLessThanOrEqualTo(CONNECTIONS);
                works = 0;
            }
        }
        assertThat(failures).isPositive();
    }

    private void demote(int masterPort) {
        ask(before, Request.cmd(Command.REPLICAOF).arg("127.0.0.1").arg(masterPort));
    }

    private String ask(KeyValueServer server, Request request) {
        Redis admin = Redis.createClient(vertx, server.url());
        String answer = admin.send(request).toCompletionStage().toCompletableFuture().join().toString();
        admin.close();
        return answer;
    }

    private static <T> T await(Uni<T> result) {
        return result.await().atMost(PATIENCE);
    }
}
