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
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

import dev.cairn.servers.KeyValueServer;
import dev.cairn.servers.LocalServer;
import dev.cairn.spi.InstanceStore;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisClientType;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;

/** A cluster of three servers, and a client of it. */
final class ServerCluster implements AutoCloseable {

    static final int SERVERS = 3;
    static final int SLOTS = 16_384;
    private static final int BUSES_TO_TRY = 5;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Vertx vertx = Vertx.vertx();
    private final List<KeyValueServer> servers = new ArrayList<>();
    private final RedisOptions options = new RedisOptions().setType(RedisClientType.CLUSTER);
    private final Redis client;

    ServerCluster(BiFunction<Path, String[], KeyValueServer> kind, Path directory) throws IOException {
        int[] buses = new int[SERVERS];
        for (int i = 0; i < SERVERS; i++) {
            for (int tries = 1; servers.size() == i; tries++) {
                buses[i] = freePort();
                start(kind, directory.resolve("server-" + i), buses[i], tries);
            }
        }
        KeyValueServer first = servers.get(0);
        for (int i = 0; i < SERVERS; i++) {
            ask(servers.get(i), "ADDSLOTSRANGE", String.valueOf(SLOTS * i / SERVERS),
                    String.valueOf(SLOTS * (i + 1) / SERVERS - 1));
            ask(servers.get(i), "SET-CONFIG-EPOCH", String.valueOf(i + 1));
        }
        for (int i = 1; i < SERVERS; i++) {
            ask(servers.get(i), "MEET", "127.0.0.1", String.valueOf(first.port()), String.valueOf(buses[0]));
        }
        for (KeyValueServer server : servers) {
            awaitCluster(server);
        }
        servers.forEach(server -> options.addConnectionString(server.url()));
        client = Redis.createClient(vertx, options);
    }

    InstanceStore open(String prefix, int shards, RedisDurabilityMode durability) {
        return RedisStore.open(client, vertx, new RedisSettings(prefix, shards, durability, 0, StoreOpener.TIMEOUT));
    }

    Vertx vertx() {
        return vertx;
    }

    List<KeyValueServer> servers() {
        return servers;
    }

    Redis client() {
        return client;
    }

    /** That client, and one for each event loop. */
    EventLoopRedisClients clients() {
        return EventLoopRedisClients.forEachLoop(client, vertx, () -> Redis.createClient(vertx, options));
    }

    /** The server chooses its other port itself; another process may have taken this port since it was free. */
    private void start(BiFunction<Path, String[], KeyValueServer> kind, Path directory, int bus, int tries) {
        String[] settings = { "appendonly yes", "appendfsync always", "cluster-enabled yes", "cluster-announce-ip 127.0.0.1",
                "cluster-port " + bus };
        try {
            servers.add(kind.apply(directory, settings));
        } catch (IllegalStateException e) {
            if (tries == BUSES_TO_TRY || !LocalServer.isPortTaken(e)) {
                throw e;
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    Response ask(KeyValueServer server, String... words) {
        return send(server, Command.CLUSTER, words);
    }

    Response send(KeyValueServer server, Command command, String... words) {
        Redis one = Redis.createClient(vertx, server.url());
        Request request = Request.cmd(command);
        for (String word : words) {
            request.arg(word);
        }
        Response answer = one.send(request).toCompletionStage().toCompletableFuture().join();
        one.close();
        return answer;
    }

    private void awaitCluster(KeyValueServer server) {
        long lastNanos = System.nanoTime() + PATIENCE.toNanos();
        Map<String, String> info;
        do {
            info = RedisServerInfo.parse(ask(server, "INFO").toString());
            assertThat(System.nanoTime()).as("state of the cluster: %s", info).isLessThan(lastNanos);
        } while (!"ok".equals(info.get("cluster_state")) || !"3".equals(info.get("cluster_known_nodes")));
    }

    @Override
    public void close() throws Exception {
        client.close();
        vertx.close().toCompletionStage().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        servers.forEach(KeyValueServer::close);
    }
}
