package dev.cairn.persistence.redis;

import static dev.cairn.testkit.SampleInstances.NODE;
import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.inPhase;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.api.InstanceStatus;
import dev.cairn.servers.KeyValueServer;
import dev.cairn.servers.RedisServer;
import dev.cairn.servers.ValkeyServer;
import dev.cairn.spi.StoreException;

/**
 * Kills primaries with SIGKILL while they are written to, lets their replicas take over, and checks that these have everything that
 * was acknowledged.
 */
@Tag("servers")
@Tag("failover")
@Tag("any-jdk")
class FailoverTest {

    private static final int FAILOVERS = Integer.getInteger("cairn.failovers", 4);
    private static final int WRITES = 100;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    /** Half of it is what a write waits for a replica, which a new primary may not have yet. */
    private static final Duration TIMEOUT = Duration.ofSeconds(6);
    private static final Duration SHORT = Duration.ofSeconds(2);

    @TempDir
    Path directory;

    @Test
    void theReplicaOfAValkeyHasWhatWasAcknowledged() throws Exception {
        survives(ValkeyServer::new, "always", RedisDurabilityMode.STRICT);
    }

    /** Its version has WAIT, and no WAITAOF. */
    @Test
    void theReplicaOfARedisHasWhatWasAcknowledged() throws Exception {
        survives(RedisServer::new, "always", RedisDurabilityMode.STRICT);
    }

    /** The replica has the writes in memory, independent of both disks. */
    @Test
    void theReplicaOfAServerThatDoesNotWaitForItsDiskHasWhatWasAcknowledged() throws Exception {
        survives(ValkeyServer::new, "everysec", RedisDurabilityMode.BATCHED);
    }

    private void survives(BiFunction<Path, String[], KeyValueServer> servers, String fileSync, RedisDurabilityMode durability)
            throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (ReplicatedServer server = new ReplicatedServer(servers, directory, fileSync);
                RedisStore store = server.open(durability, 1, TIMEOUT);
                CrashWriters writers = new CrashWriters(store, false)) {
            for (int failover = 1; failover <= FAILOVERS; failover++) {
                writers.awaitMore(WRITES + random.nextInt(WRITES));
                if (failover % 2 == 0) {
                    // Otherwise the replica has nearly always what the primary has.
                    server.holdBack();
                    server.awaitWrite();
                }
                server.failOver();
                server.rejoin();
            }
            writers.awaitMore(WRITES);
            assertThat(writers.allViolations()).as("seed %s", seed).isEmpty();
        }
    }

    @Test
    void whatNoReplicaIsWaitedForIsLost() throws Exception {
        try (ReplicatedServer server = new ReplicatedServer(ValkeyServer::new, directory, "always");
                RedisStore store = server.open(RedisDurabilityMode.STRICT, 0, TIMEOUT);
                CrashWriters writers = new CrashWriters(store, false)) {
            writers.awaitMore(WRITES);
            server.holdBack();
            writers.awaitMore(WRITES);
            server.failOver();
            writers.awaitMore(WRITES);
            assertThat(writers.allViolations()).isNotEmpty();
        }
    }

    @Test
    void nothingIsAcknowledgedThatTheReplicaDoesNotGet() throws Exception {
        try (ReplicatedServer server = new ReplicatedServer(ValkeyServer::new, directory, "always");
                RedisStore store = server.open(RedisDurabilityMode.STRICT, 1, SHORT)) {
            server.holdBack();
            StoreException failure = catchThrowableOfType(StoreException.class,
                    () -> store.commit(List.of(create(running("a"), "1"))).await().atMost(PATIENCE));
            assertThat(failure).hasMessageStartingWith("CAIRN-0535").hasMessageContaining("replicas=0, wanted=1");
            assertThat(store.row("a").await().atMost(PATIENCE)).isPresent();
            server.failOver();
            assertThat(store.row("a").onFailure(StoreException.class).retry().atMost(100).await().atMost(PATIENCE)).isEmpty();
        }
    }

    /** Neither at first nor when they are given again, on a connection that has written nothing of it. */
    @Test
    void noOrphanIsGivenThatTheReplicaDoesNotKnowTaken() throws Exception {
        try (ReplicatedServer server = new ReplicatedServer(ValkeyServer::new, directory, "always");
                RedisStore store = server.open(RedisDurabilityMode.STRICT, 1, SHORT)) {
            store.commit(List.of(create(inPhase("a", InstanceStatus.PENDING, null), "1"))).await().atMost(PATIENCE);
            server.holdBack();
            for (int i = 0; i < 2; i++) {
                assertThat(catchThrowableOfType(StoreException.class,
                        () -> store.claimOrphans(NODE, 1).await().atMost(PATIENCE)))
                        .hasMessageStartingWith("CAIRN-0535").hasMessageContaining("replicas=0, wanted=1");
                server.cutConnections();
                store.row("a").onFailure(StoreException.class).retry().atMost(100).await().atMost(PATIENCE);
            }
            server.failOver();
            server.rejoin();
            assertThat(store.claimOrphans(NODE, 1).onFailure(StoreException.class).retry().atMost(100).await()
                    .atMost(PATIENCE)).extracting(claim -> claim.row().id()).containsExactly("a");
        }
    }
}
