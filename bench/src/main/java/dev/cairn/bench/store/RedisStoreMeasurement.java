package dev.cairn.bench.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

import dev.cairn.persistence.redis.RedisDurabilityMode;
import dev.cairn.persistence.redis.RedisSettings;
import dev.cairn.persistence.redis.RedisStore;
import dev.cairn.servers.KeyValueServer;
import dev.cairn.servers.RedisServer;
import dev.cairn.servers.ValkeyServer;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;

/**
 * Measures durable writes to Redis and Valkey on this machine, under several settings of the server, with one writer and with many.
 * Settings take turns, so that what else the machine does hits them alike; look at the ratios.
 */
public final class RedisStoreMeasurement {

    private static final int ROUNDS = 3;
    private static final int SHARDS = 16;

    private record Setting(String name, boolean valkey, RedisDurabilityMode durability, String... lines) {}

    private static final List<Setting> SETTINGS = List.of(
            new Setting("Redis, appendfsync always", false, RedisDurabilityMode.STRICT, "appendonly yes", "appendfsync always"),
            new Setting("Redis, appendfsync everysec", false, RedisDurabilityMode.BATCHED, "appendonly yes"),
            new Setting("Valkey, appendfsync always", true, RedisDurabilityMode.STRICT, "appendonly yes", "appendfsync always"),
            new Setting("Valkey, appendfsync everysec", true, RedisDurabilityMode.BATCHED, "appendonly yes"));

    private RedisStoreMeasurement() {}

    /**
     * @param args a directory on the disk to measure, and seconds per round (2 if missing)
     */
    public static void main(String[] args) throws IOException {
        Path directory = Files.createTempDirectory(Path.of(args[0]), "redis-measurement");
        long nanos = Duration.ofSeconds(args.length > 1 ? Long.parseLong(args[1]) : 2).toNanos();
        Vertx vertx = Vertx.vertx();
        try {
            for (int round = 0; round < ROUNDS; round++) {
                for (Setting setting : SETTINGS) {
                    System.out.printf("round %d, %s%n", round, setting.name);
                    measure(vertx, directory.resolve(UUID.randomUUID().toString()), setting, round, nanos);
                }
            }
        } finally {
            vertx.close();
            // Its threads would keep the JVM from ending.
            Infrastructure.getDefaultWorkerPool().shutdownNow();
        }
    }

    private static void measure(Vertx vertx, Path directory, Setting setting, int round, long nanos) {
        try (KeyValueServer server = setting.valkey ? new ValkeyServer(directory, setting.lines)
                : new RedisServer(directory, setting.lines)) {
            Redis client = Redis.createClient(vertx, server.url());
            try (RedisStore store = RedisStore.open(client, vertx,
                    new RedisSettings("bench", SHARDS, setting.durability, 0, Duration.ofSeconds(10)))) {
                StoreWriters.begin(store);
                Cpu cpu = new Cpu(client);
                cpu.print(StoreWriters.append(store, round, 1, nanos));
                cpu.print(StoreWriters.append(store, round, 128, nanos));
                cpu.print(StoreWriters.append(store, round, 512, nanos));
                cpu.print(StoreWriters.complete(store, round, 128, nanos));
            } finally {
                client.close();
            }
        }
    }

    /** Prints the cost of writes for the server and this JVM, which depends less than times on other load of the machine. */
    private static final class Cpu {

        private final Redis client;
        private double serverMicros;
        private double clientMicros;

        Cpu(Redis client) {
            this.client = client;
            serverMicros = serverMicros();
            clientMicros = clientMicros();
        }

        void print(long writes) {
            double serverBefore = serverMicros;
            double clientBefore = clientMicros;
            serverMicros = serverMicros();
            clientMicros = clientMicros();
            System.out.printf("    CPU a write: server %.1f µs, client %.1f µs%n", (serverMicros - serverBefore) / writes,
                    (clientMicros - clientBefore) / writes);
        }

        private double serverMicros() {
            String info = client.send(Request.cmd(Command.INFO).arg("cpu")).toCompletionStage().toCompletableFuture().join()
                    .toString();
            return info.lines().filter(line -> line.startsWith("used_cpu_user:") || line.startsWith("used_cpu_sys:"))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(':') + 1))).sum() * 1e6;
        }

        private static double clientMicros() {
            return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e3;
        }
    }
}
