package dev.cairn.persistence.redis;

import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.entries;
import static dev.cairn.testkit.SampleInstances.next;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.cairn.servers.KeyValueServer;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.SampleInstances;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;

/** The servers of a cluster have shards each. */
@Tag("servers")
@Tag("redis")
class ClusterStoreTest extends ClusterStoreContract {

    private static final int SHARDS = 16;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @Override
    int shards() {
        return SHARDS;
    }

    @Test
    void shardsAreOnAllServers() {
        assertThat(cluster.servers()).allSatisfy(server -> {
            Redis one = Redis.createClient(cluster.vertx(), server.url());
            // Every shard has a hash with the nodes.
            store().heartbeat(SampleInstances.A, 1_000).await().atMost(PATIENCE);
            Response keys = one.send(Request.cmd(Command.KEYS).arg("{" + prefix + ":*:n")).toCompletionStage()
                    .toCompletableFuture().join();
            one.close();
            assertThat(keys.size()).isBetween(1, 15);
        });
    }

    @Test
    void heartbeatsDoNotWaitForWritesThatWaitForTheDisk() {
        cluster.servers().forEach(server -> cluster.send(server, Command.CONFIG, "SET", "appendfsync", "no"));
        List<CompletableFuture<?>> writes = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            writes.add(store().commit(List.of(create(running("i-" + i), "1"))).subscribeAsCompletionStage());
        }

        store().heartbeat(SampleInstances.A, 1_000).await().atMost(PATIENCE);

        assertThat(writes).noneMatch(CompletableFuture::isDone);
        cluster.servers().forEach(server -> cluster.send(server, Command.CONFIG, "SET", "appendfsync", "always"));
        CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new)).join();
    }

    @Test
    void aShardIsNotTakenForEmptyWhileItsSlotMoves() {
        InstanceStore batched = cluster.open(prefix, SHARDS, RedisDurabilityMode.BATCHED);
        InstanceWrite second = next(running("a"), 1, 1, "2");
        commit(create(running("a"), "1"));
        String base = keys().base(keys().shardOf("a"));
        int slot = cluster.ask(server(0), "KEYSLOT", base).toInteger();
        int from = slot * ServerCluster.SERVERS / ServerCluster.SLOTS;
        int to = (from + 1) % ServerCluster.SERVERS;
        setSlot(to, slot, "IMPORTING", cluster.ask(server(from), "MYID").toString());
        setSlot(from, slot, "MIGRATING", cluster.ask(server(to), "MYID").toString());

        assertMoving(store(), second);
        assertMoving(batched, second);
        assertMoving(batched, create(running("a"), "another"));
        cluster.send(server(from), Command.MIGRATE, "127.0.0.1", String.valueOf(server(to).port()), keys().instance("a"), "0",
                "10000");
        assertMoving(batched, second);
        batched.close();

        setSlot(to, slot, "NODE", cluster.ask(server(to), "MYID").toString());
        setSlot(from, slot, "NODE", cluster.ask(server(to), "MYID").toString());
        // The client may not know yet where the slot is, and the write that it could not place was not done.
        assertThat(store().commit(List.of(second)).onFailure(StoreException.class).retry().withBackOff(Duration.ofMillis(100))
                .atMost(100).await().atMost(PATIENCE)).containsExactly(CommitResult.COMMITTED);
        assertThat(entries(store().load("a").await().atMost(PATIENCE).orElseThrow())).containsExactly("1", "2");
    }

    /** Heartbeats go to one shard after another. */
    @Test
    void aServerThatIsSilentIsWaitedForOnceInAnOperation() {
        WatchedClient client = new WatchedClient(cluster.client(), cluster.vertx());
        InstanceStore store = RedisStore.open(client.redis(), cluster.vertx(),
                new RedisSettings(prefix, SHARDS, RedisDurabilityMode.BATCHED, 0, Duration.ofSeconds(1)));
        // A busy machine may need more than one try.
        store.heartbeat(SampleInstances.A, 1_000).onFailure().retry().atMost(100).await().atMost(PATIENCE);
        KeyValueServer first = server(cluster.ask(server(0), "KEYSLOT", keys().base(0)).toInteger() * ServerCluster.SERVERS
                / ServerCluster.SLOTS);
        long before = client.connected();
        first.pause();
        try {
            assertThat(catchThrowableOfType(StoreException.class,
                    () -> store.heartbeat(SampleInstances.A, 1_000).await().atMost(PATIENCE)))
                    .hasMessageContaining("CAIRN-0531");
        } finally {
            first.resume();
        }
        assertThat(client.connected() - before).isEqualTo(1);
        store.close();
    }

    private static KeyValueServer server(int number) {
        return cluster.servers().get(number);
    }

    private RedisKeys keys() {
        return new RedisKeys(prefix, SHARDS);
    }

    private void commit(InstanceWrite write) {
        assertThat(store().commit(List.of(write)).await().atMost(PATIENCE)).containsExactly(CommitResult.COMMITTED);
    }

    private static void setSlot(int server, int slot, String state, String node) {
        cluster.ask(server(server), "SETSLOT", String.valueOf(slot), state, node);
    }

    /** The client must not follow to where the slot goes: the keys that are not there yet would look as if there were none. */
    private static void assertMoving(InstanceStore store, InstanceWrite write) {
        StoreException failure = catchThrowableOfType(StoreException.class,
                () -> store.commit(List.of(write)).await().atMost(PATIENCE));
        assertThat(failure).hasMessageStartingWith("CAIRN-0530").hasMessageContaining("ASK ");
        assertThat(failure.permanent()).isFalse();
    }
}
