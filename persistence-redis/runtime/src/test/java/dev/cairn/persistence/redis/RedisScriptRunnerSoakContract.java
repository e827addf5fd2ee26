package dev.cairn.persistence.redis;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.servers.KeyValueServer;
import dev.cairn.spi.InstanceStore;
import dev.cairn.testkit.SoakContract;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;

/** Keys, memory and append-only file of a server that has nothing else to do; a test of each kind of server says which. */
abstract class RedisScriptRunnerSoakContract extends SoakContract {

    private static final int SHARDS = 4;
    private static final String PREFIX = "soak";

    @TempDir
    Path directory;

    private final BiFunction<Path, String[], KeyValueServer> servers;
    private StoreOpener opener;

    RedisScriptRunnerSoakContract(BiFunction<Path, String[], KeyValueServer> servers) {
        this.servers = servers;
    }

    @BeforeEach
    final void start() {
        opener = new StoreOpener(servers, directory, 6, "appendonly yes", "appendfsync always");
    }

    @AfterEach
    final void stop() throws Exception {
        opener.close();
    }

    @Override
    protected final InstanceStore open() {
        return opener.open(PREFIX, SHARDS, RedisDurabilityMode.STRICT);
    }

    /** Elements and keys by the kind of the key: what stands behind the base of its shard, without an id. */
    @Override
    protected final Map<String, Long> counts() {
        Map<String, Long> counts = new TreeMap<>();
        for (Response found : send(Command.KEYS, "*")) {
            String key = found.toString();
            String kind = key.replaceFirst("^\\{[^}]*}", "").replaceFirst("^(:[imp]):.*", "$1");
            counts.merge(kind + ", keys", 1L, Long::sum);
            counts.merge(kind, elements(key), Long::sum);
        }
        return counts;
    }

    private long elements(String key) {
        return switch (send(Command.TYPE, key).toString()) {
            case "list" -> send(Command.LLEN, key).toLong();
            case "zset" -> send(Command.ZCARD, key).toLong();
            case "hash" -> send(Command.HLEN, key).toLong();
            case "set" -> send(Command.SCARD, key).toLong();
            default -> 1;
        };
    }

    @Override
    protected final Map<String, Long> sizesBytes() {
        // Memory of clients and of the rewriting of the file is not the data's.
        long memory = info("used_memory") - info("mem_clients_normal") - info("mem_aof_buffer");
        return Map.of("memory", memory, "append-only file", info("aof_current_size"));
    }

    @Override
    protected final void cleanUp() {
        // The store has one done as well when it finds the server.
        awaitBackground();
        send(Command.BGREWRITEAOF);
        awaitBackground();
    }

    private void awaitBackground() {
        while (info("aof_rewrite_in_progress") + info("aof_rewrite_scheduled") + info("lazyfree_pending_objects") > 0) {
            Thread.onSpinWait();
        }
    }

    private long info(String field) {
        for (String line : send(Command.INFO).toString().split("\r?\n")) {
            if (line.startsWith(field + ":")) {
                return Long.parseLong(line.substring(field.length() + 1).strip());
            }
        }
        throw new IllegalStateException("The server does not say its " + field);
    }

    private Response send(Command command, Object... arguments) {
        return opener.client().send(Request.cmd(command, arguments)).toCompletionStage().toCompletableFuture().join();
    }
}
