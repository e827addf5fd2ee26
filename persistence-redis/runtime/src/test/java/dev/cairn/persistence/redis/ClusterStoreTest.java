package dev.cairn.persistence.redis;

import static dev.cairn.testkit.Samples.create;
import static dev.cairn.testkit.Samples.entries;
import static dev.cairn.testkit.Samples.next;
import static dev.cairn.testkit.Samples.running;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.servers.KeyValueServer;
import dev.cairn.servers.ValkeyServer;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.InstanceStoreContract;
import dev.cairn.testkit.Samples;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisClientType;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;

/** A cluster of three servers. */
class ClusterStoreTest extends InstanceStoreContract {

    private static final int SERVERS = 3;
    private static final int SLOTS = 16_384;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    static Path directory;
    static final Vertx VERTX = Vertx.vertx();
    static final List<KeyValueServer> CLUSTER = new ArrayList<>();
    static Redis client;

    private final String prefix = UUID.randomUUID().toString();

    @BeforeAll
    static void start() throws IOException {
        int[] buses = freePorts();
        for (int i = 0; i < SERVERS; i++) {
            CLUSTER.add(new ValkeyServer(directory.resolve("server-" + i), "appendonly yes", "appendfsync always",
                    "cluster-enabled yes", "cluster-announce-ip 127.0.0.1", "cluster-port " + buses[i]));
        }
        KeyValueServer first = CLUSTER.get(0);
        for (int i = 0; i < SERVERS; i++) {
            ask(CLUSTER.get(i), "ADDSLOTSRANGE", String.valueOf(SLOTS * i / SERVERS),
                    String.valueOf(SLOTS * (i + 1) / SERVERS - 1));
            ask(CLUSTER.get(i), "SET-CONFIG-EPOCH", String.valueOf(i + 1));
        }
        for (int i = 1; i < SERVERS; i++) {
            ask(CLUSTER.get(i), "MEET", "127.0.0.1", String.valueOf(first.port()), String.valueOf(buses[0]));
        }
        for (KeyValueServer server : CLUSTER) {
            awaitCluster(server);
        }
        RedisOptions options = new RedisOptions().setType(RedisClientType.CLUSTER);
        CLUSTER.forEach(server -> options.addConnectionString(server.url()));
        client = Redis.createClient(VERTX, options);
    }

    private static int[] freePorts() throws IOException {
        int[] ports = new int[SERVERS];
        for (int i = 0; i < SERVERS; i++) {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                ports[i] = socket.getLocalPort();
            }
        }
        return ports;
    }

    private static Response ask(KeyValueServer server, String... words) {
        return send(server, Command.CLUSTER, words);
    }

    private static Response send(KeyValueServer server, Command command, String... words) {
        Redis one = Redis.createClient(VERTX, server.url());
        Request request = Request.cmd(command);
        for (String word : words) {
            request.arg(word);
        }
        Response answer = one.send(request).toCompletionStage().toCompletableFuture().join();
        one.close();
        return answer;
    }

    private static void awaitCluster(KeyValueServer server) {
        long lastNanos = System.nanoTime() + PATIENCE.toNanos();
        Map<String, String> info;
        do {
            info = ServerFacts.parse(ask(server, "INFO").toString());
            assertThat(System.nanoTime()).as("state of the cluster: %s", info).isLessThan(lastNanos);
        } while (!"ok".equals(info.get("cluster_state")) || !"3".equals(info.get("cluster_known_nodes")));
    }

    @AfterAll
    static void stop() throws Exception {
        client.close();
        VERTX.close().toCompletionStage().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        CLUSTER.forEach(KeyValueServer::close);
    }

    @Override
    protected InstanceStore open() {
        return RedisStore.open(client, VERTX, new Settings(prefix, 16, Durability.STRICT, 0, StoreOpener.TIMEOUT));
    }

    @Test
    void shardsAreOnAllServers() {
        assertThat(CLUSTER).allSatisfy(server -> {
            Redis one = Redis.createClient(VERTX, server.url());
            // Every shard has a hash with the nodes.
            store().heartbeat(Samples.A, 1_000).await().atMost(PATIENCE);
            Response keys = one.send(Request.cmd(Command.KEYS).arg("{" + prefix + ":*")).toCompletionStage()
                    .toCompletableFuture().join();
            one.close();
            assertThat(keys.size()).isBetween(1, 15);
        });
    }

    @Test
    void heartbeatsDoNotWaitForWritesThatWaitForTheDisk() {
        CLUSTER.forEach(server -> send(server, Command.CONFIG, "SET", "appendfsync", "no"));
        List<CompletableFuture<?>> writes = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            writes.add(store().commit(List.of(create(running("i-" + i), "1"))).subscribeAsCompletionStage());
        }

        store().heartbeat(Samples.A, 1_000).await().atMost(PATIENCE);

        assertThat(writes).noneMatch(CompletableFuture::isDone);
        CLUSTER.forEach(server -> send(server, Command.CONFIG, "SET", "appendfsync", "always"));
        CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new)).join();
    }

    @Test
    void aShardIsNotTakenForEmptyWhileItsSlotMoves() {
        RedisStore batched = RedisStore.open(client, VERTX,
                new Settings(prefix, 16, Durability.BATCHED, 0, StoreOpener.TIMEOUT));
        InstanceWrite second = next(running("a"), 1, 1, "2");
        commit(create(running("a"), "1"));
        String base = keys().base(keys().shardOf("a"));
        int slot = ask(CLUSTER.get(0), "KEYSLOT", base).toInteger();
        int from = slot * SERVERS / SLOTS;
        int to = (from + 1) % SERVERS;
        setSlot(to, slot, "IMPORTING", ask(CLUSTER.get(from), "MYID").toString());
        setSlot(from, slot, "MIGRATING", ask(CLUSTER.get(to), "MYID").toString());

        assertMoving(store(), second);
        assertMoving(batched, second);
        assertMoving(batched, create(running("a"), "another"));
        send(CLUSTER.get(from), Command.MIGRATE, "127.0.0.1", String.valueOf(CLUSTER.get(to).port()), keys().instance("a"), "0",
                "10000");
        assertMoving(batched, second);
        batched.close();

        setSlot(to, slot, "NODE", ask(CLUSTER.get(to), "MYID").toString());
        setSlot(from, slot, "NODE", ask(CLUSTER.get(to), "MYID").toString());
        // The client may not know yet where the slot is, and the write that it could not place was not done.
        assertThat(store().commit(List.of(second)).onFailure(StoreException.class).retry().withBackOff(Duration.ofMillis(100))
                .atMost(100).await().atMost(PATIENCE)).containsExactly(CommitResult.COMMITTED);
        assertThat(entries(store().load("a").await().atMost(PATIENCE).orElseThrow())).containsExactly("1", "2");
    }

    private Keys keys() {
        return new Keys(prefix, 16);
    }

    private void commit(InstanceWrite write) {
        assertThat(store().commit(List.of(write)).await().atMost(PATIENCE)).containsExactly(CommitResult.COMMITTED);
    }

    private static void setSlot(int server, int slot, String state, String node) {
        ask(CLUSTER.get(server), "SETSLOT", String.valueOf(slot), state, node);
    }

    /** The client must not follow to where the slot goes: the keys that are not there yet would look as if there were none. */
    private static void assertMoving(InstanceStore store, InstanceWrite write) {
        StoreException failure = catchThrowableOfType(StoreException.class,
                () -> store.commit(List.of(write)).await().atMost(PATIENCE));
        assertThat(failure).hasMessageStartingWith("CAIRN-0530").hasMessageContaining("ASK ");
        assertThat(failure.permanent()).isFalse();
    }
}
