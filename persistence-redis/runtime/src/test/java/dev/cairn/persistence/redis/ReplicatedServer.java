package dev.cairn.persistence.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;

import dev.cairn.servers.FaultyProxy;
import dev.cairn.servers.KeyValueServer;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;

/** A primary, its replica, and an address that leads to whichever of the two is the primary. */
final class ReplicatedServer implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    /** More of the replication stream than the primary's questions what the replica has: there is a write in it. */
    private static final int A_WRITE_BYTES = 500;

    private final Vertx vertx = Vertx.vertx();
    private final String prefix = UUID.randomUUID().toString();
    private final FaultyProxy address;
    private final Redis client;
    private KeyValueServer primary;
    private KeyValueServer replica;
    /** The data from the primary to the replica pass through here. */
    private FaultyProxy link;

    /**
     * @param fileSync when their files are synced: {@code always} or {@code everysec}
     */
    ReplicatedServer(BiFunction<Path, String[], KeyValueServer> servers, Path directory, String fileSync) {
        String[] settings = { "appendonly yes", "appendfsync " + fileSync, "repl-diskless-sync-delay 0" };
        primary = servers.apply(directory.resolve("first"), settings);
        replica = servers.apply(directory.resolve("second"), settings);
        address = FaultyProxy.to(primary.port());
        client = Redis.createClient(vertx, new RedisOptions().setMaxPoolSize(RedisSettings.CONNECTIONS)
                .setConnectionString("redis://127.0.0.1:" + address.port()));
        replicate();
    }

    /** Opens a store at the address; all of them have the same instances. */
    RedisStore open(RedisDurabilityMode durability, int replicas, Duration timeout) {
        return RedisStore.open(client, vertx, new RedisSettings(prefix, 4, durability, replicas, timeout));
    }

    /** From now on the replica gets nothing of what the primary does; both think that they are connected. */
    void holdBack() {
        link.silence();
    }

    /** Closes all connections to the primary but those of its replica. */
    void cutConnections() {
        ask(primary, Command.CLIENT, "KILL", "TYPE", "normal");
    }

    /** Waits until the primary has done a write after this was called. */
    void awaitWrite() {
        long before = offset();
        await(() -> offset() >= before + A_WRITE_BYTES, "the primary is written to");
    }

    private long offset() {
        return Long.parseLong(replication(primary).get("master_repl_offset"));
    }

    /** Kills the primary, makes the replica the primary with what it has, and leads the address there. It has no replica then. */
    void failOver() {
        primary.kill();
        ask(replica, Command.REPLICAOF, "NO", "ONE");
        address.lead(replica.port());
        // Held back data are lost.
        link.close();
        KeyValueServer killed = primary;
        primary = replica;
        replica = killed;
    }

    /** Starts the primary that was killed as the replica of the other one. */
    void rejoin() {
        replica.start();
        replicate();
    }

    private void replicate() {
        link = FaultyProxy.to(primary.port());
        ask(replica, Command.REPLICAOF, "127.0.0.1", String.valueOf(link.port()));
        await(() -> "up".equals(replication(replica).get("master_link_status")), "the replica is connected");
    }

    private Map<String, String> replication(KeyValueServer server) {
        return RedisServerInfo.parse(ask(server, Command.INFO, "replication"));
    }

    private String ask(KeyValueServer server, Command command, Object... arguments) {
        Redis one = Redis.createClient(vertx, server.url());
        String answer = one.send(Request.cmd(command, arguments)).toCompletionStage().toCompletableFuture()
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join().toString();
        one.close();
        return answer;
    }

    private static void await(BooleanSupplier condition, String what) {
        long lastNanos = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(lastNanos);
        }
    }

    @Override
    public void close() throws Exception {
        client.close();
        vertx.close().toCompletionStage().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        address.close();
        link.close();
        replica.close();
        primary.close();
    }
}
