package dev.cairn.persistence.redis;

import static dev.cairn.spi.CommitResult.COMMITTED;
import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.entries;
import static dev.cairn.testkit.SampleInstances.next;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.cairn.servers.RedisServer;
import dev.cairn.servers.ValkeyServer;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.Node;
import dev.cairn.spi.StoreException;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;

/** When a write counts as durable, and what is said about servers that forget. */
@Tag("servers")
@Tag("redis")
@Tag("any-jdk")
class RedisDurabilityModeTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofSeconds(10);

    @TempDir
    Path directory;

    private final String prefix = UUID.randomUUID().toString();

    private static Map<String, String> info(StoreOpener opener, String section) {
        return RedisServerInfo.parse(opener.client().send(Request.cmd(Command.INFO).arg(section)).toCompletionStage()
                .toCompletableFuture().join().toString());
    }

    private static void write(RedisStore store, String id) {
        assertThat(store.commit(List.of(create(running(id), "1"), create(running(id + "-2"), "1"))).await().atMost(PATIENCE))
                .containsExactly(COMMITTED, COMMITTED);
    }

    @Test
    void strictWaitsForTheDiskOnceABatchAndBatchedDoesNot() throws Exception {
        try (StoreOpener opener = new StoreOpener(ValkeyServer::new, directory, 6, "appendonly yes", "appendfsync always");
                RedisStore strict = opener.open(prefix, 16, RedisDurabilityMode.STRICT);
                RedisStore batched = opener.open(prefix, 16, RedisDurabilityMode.BATCHED)) {
            write(batched, "a");
            assertThat(info(opener, "commandstats")).doesNotContainKey("cmdstat_waitaof");
            write(strict, "b");
            assertThat(info(opener, "commandstats").get("cmdstat_waitaof")).startsWith("calls=1,");
        }
    }

    @Test
    void nothingIsAcknowledgedWithoutTheReplicasThatAreAskedFor() throws Exception {
        try (StoreOpener opener = new StoreOpener(ValkeyServer::new, directory.resolve("primary"), 6, "appendonly yes",
                "appendfsync always", "repl-diskless-sync-delay 0");
                RedisStore strict = withReplica(opener, RedisDurabilityMode.STRICT, SHORT);
                RedisStore batched = withReplica(opener, RedisDurabilityMode.BATCHED, SHORT)) {
            for (RedisStore store : List.of(strict, batched)) {
                StoreException failure = catchThrowableOfType(StoreException.class, () -> write(store, "none"));
                assertThat(failure).hasMessageStartingWith("CAIRN-0535").hasMessageContaining("replicas=0");
                assertThat(failure.permanent()).isFalse();
            }
            try (ValkeyServer replica = new ValkeyServer(directory.resolve("replica"), "appendonly yes", "appendfsync always",
                    "replicaof 127.0.0.1 " + opener.server().port());
                    RedisStore patientStrict = withReplica(opener, RedisDurabilityMode.STRICT, PATIENCE);
                    RedisStore patientBatched = withReplica(opener, RedisDurabilityMode.BATCHED, PATIENCE)) {
                write(patientStrict, "strict");
                write(patientBatched, "batched");
                assertThat(replica.port()).isPositive();
            }
        }
    }

    private RedisStore withReplica(StoreOpener opener, RedisDurabilityMode durability, Duration timeout) {
        return RedisStore.open(opener.client(), opener.vertx(), new RedisSettings(prefix, 1, durability, 1, timeout));
    }

    private List<String> faults(StoreOpener opener) {
        RedisSettings settings = new RedisSettings(prefix, 1, RedisDurabilityMode.STRICT, 0, PATIENCE);
        return new RedisServerProbe(new RedisRequestSender(opener.vertx()), 1, settings, new RedisKeys(prefix, 1))
                .ask(EventLoopRedisClients.one(opener.client(), opener.vertx()).shared()).await().atMost(PATIENCE)
                .faults(RedisDurabilityMode.STRICT);
    }

    @Test
    void aServerThatForgetsIsReported() throws Exception {
        try (StoreOpener opener = new StoreOpener(ValkeyServer::new, directory, 6, "maxmemory-policy allkeys-lru",
                "save 60 1")) {
            assertThat(faults(opener)).hasSize(2).anyMatch(fault -> fault.startsWith("CAIRN-0538"))
                    .anyMatch(fault -> fault.startsWith("CAIRN-0539") && fault.contains("save=60 1"));
        }
    }

    @Test
    void aServerThatCannotWaitForItsDiskIsReportedUnlessItAlwaysWritesToIt() throws Exception {
        try (StoreOpener opener = new StoreOpener(RedisServer::new, directory, 6, "appendonly yes")) {
            assertThat(faults(opener)).singleElement().asString().startsWith("CAIRN-0540").contains("appendfsync=everysec");
            opener.client().send(Request.cmd(Command.CONFIG).arg("SET").arg("appendfsync").arg("always")).toCompletionStage()
                    .toCompletableFuture().join();
            assertThat(faults(opener)).isEmpty();
        }
    }

    @Test
    void aServerThatSaysTooEarlyThatItsDiskHasAWriteIsReportedAndNotAsked() throws Exception {
        try (StoreOpener opener = new StoreOpener(ValkeyServer::new, directory, 6, "appendonly yes");
                RedisStore strict = opener.open(prefix, 1, RedisDurabilityMode.STRICT)) {
            assertThat(faults(opener)).singleElement().asString().startsWith("CAIRN-0540").contains("appendfsync=everysec");
            write(strict, "a");
            assertThat(info(opener, "commandstats")).doesNotContainKey("cmdstat_waitaof");
        }
    }

    @ParameterizedTest
    @CsvSource({ "7.0.15,, everysec, false", "7.2.6,, everysec, true", "7.4.0,, everysec, false", "7.4.0,, always, true",
            "7.4.0,, no, true", "7.4.0,,, true", "7.9.224,, everysec, false", "8.0.0,, everysec, true",
            "8.2.1,, everysec, true",
            "7.2.4, 7.2.7, everysec, true", "7.2.4, 8.0.0, everysec, false", "7.2.4, 9.1.2, everysec, false",
            "7.2.4, 9.1.2, always, true" })
    void aServerIsWaitedForIfItTellsTheTruth(String redis, String valkey, String fileSync, boolean waitedFor) {
        assertThat(new RedisServerInfo(info(redis, valkey), fileSync, "").canWaitForDisk()).isEqualTo(waitedFor);
    }

    private static Map<String, String> info(String redis, String valkey) {
        Map<String, String> info = new HashMap<>(Map.of("aof_enabled", "1", "redis_version", redis));
        if (valkey != null) {
            info.put("valkey_version", valkey);
        }
        return info;
    }

    @Test
    void aServerThatMayHaveATornTransactionRewritesItsFileOnceALife() throws Exception {
        try (StoreOpener opener = new StoreOpener(RedisServer::new, directory, 6, "appendonly yes", "appendfsync always");
                RedisStore store = opener.open(prefix, 1, RedisDurabilityMode.STRICT)) {
            write(store, "a");
            assertThat(rewrites(opener)).isOne();
            opener.server().kill();
            assertThat(catchThrowableOfType(StoreException.class, () -> write(store, "b"))).isNotNull();
            opener.server().start();
            write(store, "c");
            assertThat(rewrites(opener)).isOne();
            try (RedisStore other = opener.open(prefix, 1, RedisDurabilityMode.STRICT)) {
                write(other, "d");
                assertThat(rewrites(opener)).isOne();
            }
        }
    }

    @Test
    void aServerThatDoesNotSyncWhileItRewritesItsFileIsReported() throws Exception {
        try (StoreOpener opener = new StoreOpener(RedisServer::new, directory, 6, "appendonly yes", "appendfsync always",
                "no-appendfsync-on-rewrite yes")) {
            assertThat(faults(opener)).singleElement().asString().startsWith("CAIRN-0540").contains("not on rewrite");
        }
    }

    @Test
    void aServerThatRefusesToRewriteItsFileIsUsedAllTheSame() throws Exception {
        try (StoreOpener opener = new StoreOpener(RedisServer::new, directory, 6, "appendonly yes", "appendfsync always")) {
            opener.client().send(Request.cmd(Command.ACL).arg("SETUSER").arg("default").arg("-bgrewriteaof"))
                    .toCompletionStage()
                    .toCompletableFuture().join();
            try (RedisStore store = opener.open(prefix, 1, RedisDurabilityMode.STRICT)) {
                write(store, "a");
                assertThat(rewrites(opener)).isZero();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({ "7.0.15,, -1, ok, true", "7.0.15,, 0, ok, false", "7.0.15,, 0, err, true", "8.2.1,, -1, ok, true",
            "7.2.4, 9.1.1, -1, ok, true", "7.2.4, 9.1.2, -1, ok, false", "odd,, -1, ok, true" })
    void aFileIsRewrittenUntilThatHasSucceededOnce(String redis, String valkey, String seconds, String status, boolean torn) {
        Map<String, String> info = info(redis, valkey);
        info.put("aof_last_rewrite_time_sec", seconds);
        info.put("aof_last_bgrewrite_status", status);
        assertThat(new RedisServerInfo(info, "always", "").mayHaveTornTransaction()).isEqualTo(torn);
        info.put("aof_rewrite_in_progress", "1");
        assertThat(new RedisServerInfo(info, "always", "").mayHaveTornTransaction()).isFalse();
    }

    private static int rewrites(StoreOpener opener) {
        String calls = info(opener, "commandstats").getOrDefault("cmdstat_bgrewriteaof", "calls=0,");
        return Integer.parseInt(calls.substring("calls=".length(), calls.indexOf(',')));
    }

    @Test
    void aServerThatNeverSaysWhatIsOnItsDiskIsReported() throws Exception {
        try (StoreOpener opener = new StoreOpener(ValkeyServer::new, directory, 6, "appendonly yes", "appendfsync no");
                RedisStore strict = RedisStore.open(opener.client(), opener.vertx(),
                        new RedisSettings(prefix, 1, RedisDurabilityMode.STRICT, 0, SHORT))) {
            assertThat(faults(opener)).singleElement().asString().startsWith("CAIRN-0542");
            assertThat(catchThrowableOfType(StoreException.class, () -> write(strict, "a")))
                    .hasMessageStartingWith("CAIRN-0535").hasMessageContaining("disks=0");
        }
    }

    @Test
    void aHeartbeatDoesNotWaitForWritesThatWaitForTheDisk() throws Exception {
        try (StoreOpener opener = new StoreOpener(ValkeyServer::new, directory, 6, "appendonly yes", "appendfsync no");
                RedisStore batched = opener.open(prefix, 1, RedisDurabilityMode.BATCHED);
                RedisStore strict = RedisStore.open(opener.client(), opener.vertx(),
                        new RedisSettings(prefix, 1, RedisDurabilityMode.STRICT, 0, Duration.ofSeconds(8)))) {
            // Afterwards the server knows the scripts: to send one again would put a write behind the heartbeat.
            write(batched, "a");
            Node node = new Node("a", "1");
            strict.heartbeat(node, 1_000).await().atMost(PATIENCE);
            List<UniAssertSubscriber<List<CommitResult>>> writes = IntStream.range(0, 8)
                    .mapToObj(i -> strict.commit(List.of(create(running("w-" + i), "1"))).subscribe()
                            .withSubscriber(UniAssertSubscriber.<List<CommitResult>>create()))
                    .toList();
            strict.heartbeat(node, 1_000).await().atMost(PATIENCE);
            writes.forEach(UniAssertSubscriber::assertNotTerminated);
        }
    }

    @Test
    void aWriteThatIsThereButNotOnTheDiskIsNoMoreDurableWhenItIsTriedAgain() throws Exception {
        try (StoreOpener opener = new StoreOpener(ValkeyServer::new, directory, 6, "appendonly yes", "appendfsync no");
                RedisStore batched = opener.open(prefix, 1, RedisDurabilityMode.BATCHED);
                RedisStore strict = strict(opener.client(), opener)) {
            write(batched, "a");
            List<InstanceWrite> write = List.of(next(running("a"), 1, 1, "2"));
            assertNotOnDisk(strict, write);
            // A client of its own has another connection, which has written nothing.
            Redis otherClient = Redis.createClient(opener.vertx(), opener.server().url());
            try (RedisStore other = strict(otherClient, opener)) {
                assertThat(entries(other.load("a").await().atMost(PATIENCE).orElseThrow())).containsExactly("1", "2");
                assertNotOnDisk(other, write);
            }
            otherClient.close();
        }
    }

    private RedisStore strict(Redis client, StoreOpener opener) {
        return RedisStore.open(client, opener.vertx(), new RedisSettings(prefix, 1, RedisDurabilityMode.STRICT, 0, SHORT));
    }

    private static void assertNotOnDisk(RedisStore store, List<InstanceWrite> writes) {
        assertThat(catchThrowableOfType(StoreException.class, () -> store.commit(writes).await().atMost(PATIENCE)))
                .hasMessageStartingWith("CAIRN-0535").hasMessageContaining("disks=0");
    }

    @Test
    void aServerThatHidesItsSettingsIsUsedAllTheSame() throws Exception {
        try (StoreOpener opener = new StoreOpener(ValkeyServer::new, directory, 6, "appendonly yes")) {
            opener.client().send(Request.cmd(Command.ACL).arg("SETUSER").arg("default").arg("-config")).toCompletionStage()
                    .toCompletableFuture().join();
            assertThat(faults(opener)).singleElement().asString().startsWith("CAIRN-0540").contains("appendfsync=unknown");
            try (RedisStore store = opener.open(prefix, 1, RedisDurabilityMode.STRICT)) {
                write(store, "a");
            }
        }
    }
}
