package dev.cairn.persistence.redis;

import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.persistence.redis.EventLoopRedisClients.Client;
import dev.cairn.servers.KeyValueServer;
import dev.cairn.servers.RedisServer;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ManualTime;
import io.smallrye.mutiny.Uni;
import io.vertx.redis.client.Command;

/** Each server of a cluster is looked at. */
@Tag("servers")
@Tag("redis")
@Tag("any-jdk")
class ClusterServersTest {

    private static final int SHARDS = 16;
    private static final String PREFIX = "each";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    private final RedisKeys keys = new RedisKeys(PREFIX, SHARDS);
    private ServerCluster cluster;

    @BeforeEach
    void start() throws IOException {
        cluster = new ServerCluster(RedisServer::new, directory);
    }

    @AfterEach
    void stop() throws Exception {
        cluster.close();
    }

    @Test
    void eachServerThatMayHaveATornTransactionRewritesItsFileOnceALife() {
        try (InstanceStore store = cluster.open(PREFIX, SHARDS, RedisDurabilityMode.STRICT)) {
            writeEverywhere(store, "first");
            assertThat(cluster.servers()).allSatisfy(server -> assertThat(rewrites(server)).isOne());
            KeyValueServer second = cluster.servers().get(1);
            second.kill();
            shardsOf(second).forEach(shard -> assertThat(catchThrowableOfType(StoreException.class,
                    () -> write(store, shard, "lost").await().atMost(PATIENCE))).isNotNull());
            second.start();

            writeEverywhere(store, "second");
            assertThat(cluster.servers()).allSatisfy(server -> assertThat(rewrites(server)).isOne());
        }
    }

    @Test
    void whatIsWrongWithOneServerIsFoundAndSoIsThatItWasMended() {
        KeyValueServer third = cluster.servers().get(2);
        cluster.send(third, Command.CONFIG, "SET", "maxmemory-policy", "allkeys-lru");
        RedisSettings settings = new RedisSettings(PREFIX, SHARDS, RedisDurabilityMode.STRICT, 0, PATIENCE);
        RedisRequestSender connection = new RedisRequestSender(cluster.vertx());
        Client client = EventLoopRedisClients.one(cluster.client(), cluster.vertx()).shared();
        ManualTime time = new ManualTime(0);
        RedisServerProbe check = new RedisServerProbe(connection, 1, settings, keys, time);
        connection.toCluster();

        for (KeyValueServer server : cluster.servers()) {
            assertThat(shardsOf(server)).isNotEmpty().allSatisfy(shard -> assertThat(faults(check, client, shard))
                    .hasSize(server == third ? 1 : 0)
                    .allMatch(fault -> fault.startsWith("CAIRN-0538") && fault.contains(runId(third))));
        }
        cluster.send(third, Command.CONFIG, "SET", "maxmemory-policy", "noeviction");
        int shard = shardsOf(third).get(0);
        assertThat(faults(check, client, shard)).hasSize(1);
        time.advance(Duration.ofMinutes(1).toMillis());
        assertThat(faults(check, client, shard)).isEmpty();
    }

    private static List<String> faults(RedisServerProbe check, Client client, int shard) {
        return check.ofShard(client, shard, new OperationDeadline(PATIENCE).begin()).await().atMost(PATIENCE)
                .faults(RedisDurabilityMode.STRICT);
    }

    private String runId(KeyValueServer server) {
        return RedisServerInfo.parse(cluster.send(server, Command.INFO, "server").toString()).get("run_id");
    }

    private void writeEverywhere(InstanceStore store, String name) {
        // While a server comes back the cluster refuses what is for it.
        cluster.servers().forEach(server -> shardsOf(server).forEach(shard -> write(store, shard, name)
                .onFailure(StoreException.class).retry().withBackOff(Duration.ofMillis(50), Duration.ofMillis(200)).atMost(200)
                .await().atMost(PATIENCE)));
    }

    private Uni<?> write(InstanceStore store, int shard, String name) {
        String id = IntStream.range(0, 10_000).mapToObj(i -> name + "-" + i).filter(one -> keys.shardOf(one) == shard)
                .findFirst()
                .orElseThrow();
        return store.commit(List.of(create(running(id), "1")));
    }

    private List<Integer> shardsOf(KeyValueServer server) {
        return IntStream.range(0, SHARDS).filter(shard -> serverOf(shard) == server).boxed().toList();
    }

    private KeyValueServer serverOf(int shard) {
        int slot = cluster.ask(cluster.servers().get(0), "KEYSLOT", keys.base(shard)).toInteger();
        return cluster.servers().get(slot * ServerCluster.SERVERS / ServerCluster.SLOTS);
    }

    private int rewrites(KeyValueServer server) {
        Map<String, String> info = RedisServerInfo.parse(cluster.send(server, Command.INFO, "commandstats").toString());
        String calls = info.getOrDefault("cmdstat_bgrewriteaof", "calls=0,");
        return Integer.parseInt(calls.substring("calls=".length(), calls.indexOf(',')));
    }
}
