package dev.cairn.persistence.redis;

import static dev.cairn.testkit.SampleInstances.FUTURE_MILLIS;
import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.ended;
import static dev.cairn.testkit.SampleInstances.inPhase;
import static dev.cairn.testkit.SampleInstances.next;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.api.InstanceStatus;
import dev.cairn.servers.FaultyProxy;
import dev.cairn.servers.ValkeyServer;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;
import io.smallrye.mutiny.Uni;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;

/** A reader of another node's write learns of an end only after it is durable. */
@Tag("servers")
@Tag("redis")
@Tag("any-jdk")
class DurableReadBarrierTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofSeconds(4);
    private static final int READERS = 200;

    @TempDir
    Path directory;

    private final String prefix = UUID.randomUUID().toString();
    private StoreOpener opener;
    /** Does not wait for the disk, so that what it writes is seen before it is there. */
    private RedisStore writer;

    @BeforeEach
    void open() {
        opener = new StoreOpener(ValkeyServer::new, directory, 6, "appendonly yes", "appendfsync no");
        writer = open(RedisDurabilityMode.BATCHED, 0, PATIENCE);
    }

    @AfterEach
    void close() throws Exception {
        writer.close();
        opener.close();
    }

    private RedisStore open(RedisDurabilityMode durability, int replicas, Duration timeout) {
        return RedisStore.open(opener.client(), opener.vertx(), new RedisSettings(prefix, 16, durability, replicas, timeout));
    }

    private static <T> T await(Uni<T> result) {
        return result.await().atMost(PATIENCE);
    }

    private static void write(RedisStore store, InstanceRow... rows) {
        List<InstanceWrite> writes = List.of(rows).stream().map(row -> create(row, "1")).toList();
        assertThat(await(store.commit(writes))).containsOnly(CommitResult.COMMITTED);
    }

    private void sync(String when) {
        await(Uni.createFrom().completionStage(
                opener.client().send(Request.cmd(Command.CONFIG).arg("SET").arg("appendfsync").arg(when)).toCompletionStage()));
    }

    /** From now on the server waits for its disk at once; the store, which has looked before, asks it to as if it did not. */
    private void syncUnnoticed(RedisStore store) {
        assertThat(await(store.row("none"))).isEmpty();
        sync("always");
    }

    /** Number of times that the server was asked to wait for its disk. */
    private long waits() {
        String stats = await(Uni.createFrom().completionStage(
                opener.client().send(Request.cmd(Command.INFO).arg("commandstats")).toCompletionStage())).toString();
        String waits = RedisServerInfo.parse(stats).get("cmdstat_waitaof");
        return waits == null ? 0 : Long.parseLong(waits.substring("calls=".length(), waits.indexOf(',')));
    }

    private static void assertNotTold(Uni<?> read) {
        assertThat(catchThrowableOfType(StoreException.class, () -> await(read))).hasMessageStartingWith("CAIRN-0535");
    }

    @ParameterizedTest
    @ValueSource(strings = { "SUSPENDED", "CANCELLED", "FAULTED", "COMPLETED" })
    void nothingAtRestIsToldBeforeItIsOnTheDisk(InstanceStatus status) {
        write(writer, inPhase("a", status, null));
        try (RedisStore reader = open(RedisDurabilityMode.STRICT, 0, SHORT)) {
            assertNotTold(reader.row("a"));
            sync("always");
            assertThat(await(reader.row("a")).orElseThrow().status()).isEqualTo(status);
        }
    }

    @Test
    void thatIsSoWhateverReadsIt() {
        write(writer, running("runs"), ended("a", FUTURE_MILLIS));
        try (RedisStore reader = open(RedisDurabilityMode.STRICT, 0, SHORT)) {
            assertNotTold(reader.load("a"));
            assertNotTold(reader.loadAll(List.of("runs", "a")));
            assertNotTold(reader.find(InstanceQuery.all(10)));
            assertThat(await(reader.row("runs"))).isPresent();
            assertThat(await(reader.load("runs"))).isPresent();
            assertThat(await(reader.loadAll(List.of("runs")))).hasSize(1);
            assertThat(await(reader.find(InstanceQuery.all(10).withStatus(InstanceStatus.RUNNING))).rows()).hasSize(1);
        }
    }

    /** As if it had been read from the server from before a failover, or were tried again just then. */
    @Test
    void whatTheServerHasInAnotherStateIsNotTold() throws Exception {
        write(writer, ended("a", FUTURE_MILLIS), ended("b", FUTURE_MILLIS));
        try (FaultyProxy proxy = FaultyProxy.to(opener.server().port())) {
            Redis client = Redis.createClient(opener.vertx(), "redis://127.0.0.1:" + proxy.port());
            RedisStore reader = RedisStore.open(client, opener.vertx(),
                    new RedisSettings(prefix, 16, RedisDurabilityMode.STRICT, 0, PATIENCE));
            syncUnnoticed(reader);
            // The server knows the script from then on.
            assertThat(await(reader.row("b"))).isPresent();
            AtomicBoolean changed = new AtomicBoolean();
            proxy.loseReply(request -> {
                if (request.contains(ServerScript.SETTLE.sha()) && changed.compareAndSet(false, true)) {
                    await(writer.commit(List.of(next(running("a"), 1, 1, "2"))));
                }
                return false;
            }, 1);
            assertThat(catchThrowableOfType(StoreException.class, () -> await(reader.row("a"))))
                    .hasMessageStartingWith("CAIRN-0530").matches(failure -> !failure.permanent());
            assertThat(changed).isTrue();
            assertThat(await(reader.row("a")).orElseThrow().status()).isEqualTo(InstanceStatus.RUNNING);
            assertThat(await(reader.row("b")).orElseThrow().status().ended()).isTrue();
            reader.close();
            client.close();
        }
    }

    @Test
    void nothingIsToldBeforeTheReplicasHaveIt() {
        sync("always");
        write(writer, ended("a", FUTURE_MILLIS));
        try (RedisStore reader = open(RedisDurabilityMode.BATCHED, 1, SHORT)) {
            assertNotTold(reader.row("a"));
        }
    }

    @Test
    void manyReadersWaitTogetherAndNoneTwice() {
        List<String> ids = IntStream.range(0, READERS).mapToObj(i -> "a-" + i).toList();
        write(writer, ids.stream().map(id -> ended(id, FUTURE_MILLIS)).toArray(InstanceRow[]::new));
        try (RedisStore reader = open(RedisDurabilityMode.STRICT, 0, PATIENCE)) {
            syncUnnoticed(reader);
            await(Uni.join().all(ids.stream().map(reader::row).toList()).andFailFast());
            long once = waits();
            // The readers of the first round wait by themselves, all others together, except those whose read had not ended
            // then.
            assertThat(once).isBetween(1L, READERS / 4L);
            ids.forEach(id -> assertThat(await(reader.row(id))).isPresent());
            assertThat(await(reader.find(InstanceQuery.all(READERS))).rows()).hasSize(READERS);
            assertThat(waits()).isEqualTo(once);
        }
    }

    @Test
    void whoWroteAnEndKnowsThatItIsDurable() {
        try (RedisStore store = open(RedisDurabilityMode.STRICT, 0, PATIENCE)) {
            syncUnnoticed(store);
            write(store, ended("a", FUTURE_MILLIS));
            long written = waits();
            assertThat(await(store.row("a"))).isPresent();
            assertThat(waits()).isEqualTo(written);
        }
    }
}
