package dev.cairn.persistence.redis;

import static dev.cairn.spi.CommitResult.COMMITTED;
import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.Consumer;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.servers.KeyValueServer;
import dev.cairn.servers.LocalServer;
import dev.cairn.servers.LosingDisk;
import dev.cairn.servers.RedisServer;
import dev.cairn.servers.ValkeyServer;
import dev.cairn.spi.StoreException;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;

/**
 * Kills servers with SIGKILL while they are written to, stops their machines, so that what was not synced is lost, and checks that
 * everything they acknowledged is there, once.
 */
@Tag("crash")
@Tag("crash-redis")
class RedisServerCrashTest {

    private static final int KILLS = Integer.getInteger("cairn.kills", 5);
    private static final int WRITES_A_LIFE = 100;

    @TempDir
    Path directory;

    private final long seed = System.nanoTime();

    @Test
    void redisThatAlwaysWritesToItsDiskLosesNothing() throws Exception {
        survives(RedisServer::new, "appendonly yes", "appendfsync always");
    }

    @Test
    void valkeyThatAlwaysWritesToItsDiskLosesNothing() throws Exception {
        survives(ValkeyServer::new, "appendonly yes", "appendfsync always");
    }

    @Test
    void redisThatAlwaysWritesToItsDiskLosesNothingWithItsMachine() throws Exception {
        survivesLossOfPower(RedisServer::new, "appendonly yes", "appendfsync always");
    }

    @Test
    void valkeyThatAlwaysWritesToItsDiskLosesNothingWithItsMachine() throws Exception {
        survivesLossOfPower(ValkeyServer::new, "appendonly yes", "appendfsync always");
    }

    /** On a version of it whose WAITAOF tells the truth: 7.2, which is found if it is on the path. */
    @Test
    void valkeyThatIsWaitedForLosesNothingWithItsMachine() throws Exception {
        try (StoreOpener opener = new StoreOpener(ValkeyServer::new, directory.resolve("asked"), 6, "appendonly yes")) {
            assumeTrue(facts(opener).canWaitForDisk(), "this Valkey says too early what its disk has");
        }
        survivesLossOfPower(ValkeyServer::new, "appendonly yes", "appendfsync everysec");
    }

    private void survives(BiFunction<Path, String[], KeyValueServer> servers, String... settings) throws Exception {
        survives(servers, LocalServer::kill, settings);
    }

    private void survivesLossOfPower(BiFunction<LosingDisk, String[], KeyValueServer> servers, String... settings)
            throws Exception {
        survives(losingDisk(servers), LocalServer::losePower, settings);
    }

    private BiFunction<Path, String[], KeyValueServer> losingDisk(BiFunction<LosingDisk, String[], KeyValueServer> servers) {
        return (path, settings) -> servers.apply(new LosingDisk(path.resolve("disk"), new Random(seed)), settings);
    }

    private void survives(BiFunction<Path, String[], KeyValueServer> servers, Consumer<LocalServer> crash, String... settings)
            throws Exception {
        try (StoreOpener opener = new StoreOpener(servers, directory, 6, settings);
                RedisStore store = opener.open("crash", 4, RedisDurabilityMode.STRICT);
                CrashWriters writers = new CrashWriters(store, false)) {
            for (int life = 0; life < KILLS; life++) {
                writers.awaitMore(WRITES_A_LIFE);
                awaitRewrite(opener);
                crash.accept(opener.server());
                opener.server().start();
            }
            writers.awaitMore(WRITES_A_LIFE);
            assertThat(writers.allViolations()).as("seed %s", seed).isEmpty();
        }
    }

    /** The server writes its file anew after its start; where a transaction was torn, it cannot start again until that is done. */
    private static void awaitRewrite(StoreOpener opener) {
        long lastNanos = System.nanoTime() + StoreOpener.TIMEOUT.toNanos();
        RedisServerInfo facts = facts(opener);
        while (facts.rewriting() || facts.mayHaveTornTransaction()) {
            assertThat(System.nanoTime()).as("it is not rewritten").isLessThan(lastNanos);
            facts = facts(opener);
        }
    }

    private static RedisServerInfo facts(StoreOpener opener) {
        String info = opener.client().send(Request.cmd(Command.INFO)).toCompletionStage().toCompletableFuture().join()
                .toString();
        return new RedisServerInfo(RedisServerInfo.parse(info), "everysec", "");
    }

    /** It survives being killed, since the operating system has all of it. */
    @Test
    void aServerThatIsNotWaitedForIsFoundOut() throws Exception {
        try (StoreOpener opener = new StoreOpener(losingDisk(ValkeyServer::new), directory, 6, "appendonly yes",
                "appendfsync everysec");
                RedisStore store = opener.open("crash", 4, RedisDurabilityMode.BATCHED);
                CrashWriters writers = new CrashWriters(store, false)) {
            for (int life = 0; life < 50 && writers.violations().isEmpty(); life++) {
                writers.awaitMore(WRITES_A_LIFE);
                opener.server().losePower();
                opener.server().start();
            }
            writers.awaitMore(WRITES_A_LIFE);
            assertThat(writers.violations()).as("seed %s", seed).isNotEmpty();
        }
    }

    @Test
    void aServerThatKeepsNothingIsFoundOut() throws Exception {
        try (StoreOpener opener = new StoreOpener(ValkeyServer::new, directory, 6, "appendonly no", "save ");
                RedisStore store = opener.open("crash", 4, RedisDurabilityMode.STRICT);
                CrashWriters writers = new CrashWriters(store, false)) {
            writers.awaitMore(WRITES_A_LIFE);
            opener.server().killAndStart();
            writers.awaitMore(WRITES_A_LIFE);
            assertThat(writers.violations()).isNotEmpty();
        }
    }

    @Test
    void aServerThatWritesSnapshotsHasWhatWasInTheLastOne() throws Exception {
        try (StoreOpener opener = new StoreOpener(ValkeyServer::new, directory, 6, "appendonly no", "save 3600 1");
                RedisStore store = opener.open("crash", 4, RedisDurabilityMode.STRICT)) {
            start(store, "before");
            opener.client().send(Request.cmd(Command.SAVE)).toCompletionStage().toCompletableFuture().join();
            start(store, "after");
            opener.server().killAndStart();
            assertThat(isThere(store, "before")).isTrue();
            assertThat(isThere(store, "after")).isFalse();
        }
    }

    private static void start(RedisStore store, String id) {
        assertThat(store.commit(List.of(create(running(id), "1"))).await().atMost(StoreOpener.TIMEOUT))
                .containsExactly(COMMITTED);
    }

    private static boolean isThere(RedisStore store, String id) {
        return store.row(id).onFailure(StoreException.class).retry().atMost(100).await().atMost(StoreOpener.TIMEOUT)
                .isPresent();
    }

    @Test
    void acknowledgingBeforeTheCommitIsFoundOut() throws Exception {
        try (StoreOpener opener = new StoreOpener(ValkeyServer::new, directory, 6, "appendonly yes", "appendfsync always");
                RedisStore store = opener.open("crash", 4, RedisDurabilityMode.STRICT);
                CrashWriters writers = new CrashWriters(store, true)) {
            for (int life = 0; life < 50 && writers.violations().isEmpty(); life++) {
                writers.awaitMore(WRITES_A_LIFE);
                opener.server().killAndStart();
            }
            writers.awaitMore(WRITES_A_LIFE);
            assertThat(writers.violations()).isNotEmpty();
        }
    }
}
