package dev.cairn.persistence.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.servers.KeyValueServer;
import dev.cairn.servers.ValkeyServer;
import dev.cairn.spi.InstanceStore;
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
        Redis one = Redis.createClient(VERTX, server.url());
        Request request = Request.cmd(Command.CLUSTER);
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
}
