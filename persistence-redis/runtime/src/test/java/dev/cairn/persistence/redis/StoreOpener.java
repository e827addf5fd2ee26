package dev.cairn.persistence.redis;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

import dev.cairn.servers.KeyValueServer;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;

/** A server and a client for the tests of a class. */
final class StoreOpener implements AutoCloseable {

    static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final int PATIENCE_SECONDS = 30;

    private final Vertx vertx = Vertx.vertx();
    private final KeyValueServer server;
    private final RedisOptions options;
    private final Redis client;
    private final int connections;

    /**
     * @param connections the most connections of the client
     * @param settings lines of the server's configuration
     */
    StoreOpener(BiFunction<Path, String[], KeyValueServer> servers, Path directory, int connections, String... settings) {
        this(servers.apply(directory, settings), new RedisOptions().setMaxPoolSize(connections));
    }

    StoreOpener(KeyValueServer server, RedisOptions options) {
        this.server = server;
        connections = options.getMaxPoolSize();
        this.options = options.setConnectionString(server.url());
        client = Redis.createClient(vertx, options);
    }

    KeyValueServer server() {
        return server;
    }

    Redis client() {
        return client;
    }

    /** That client, and one for each event loop. */
    EventLoopRedisClients clients() {
        return EventLoopRedisClients.forEachLoop(client, vertx, () -> Redis.createClient(vertx, options));
    }

    Vertx vertx() {
        return vertx;
    }

    /** Opens a store whose keys begin with a prefix of its own. */
    RedisStore open(String prefix, int shards, RedisDurabilityMode durability) {
        return RedisStore.open(client, vertx, new RedisSettings(prefix, shards, durability, 0, TIMEOUT, connections));
    }

    /** Sends a command to the server. */
    Response send(Command command, Object... arguments) {
        return client.send(Request.cmd(command, arguments)).toCompletionStage().toCompletableFuture().join();
    }

    @Override
    public void close() throws Exception {
        client.close();
        vertx.close().toCompletionStage().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        server.close();
    }
}
