package dev.cairn.persistence.redis;

import static dev.cairn.spi.CommitResult.COMMITTED;
import static dev.cairn.spi.CommitResult.EXISTS;
import static dev.cairn.spi.CommitResult.FENCED;
import static dev.cairn.testkit.SampleInstances.A;
import static dev.cairn.testkit.SampleInstances.B;
import static dev.cairn.testkit.SampleInstances.FUTURE_MILLIS;
import static dev.cairn.testkit.SampleInstances.LONG_MILLIS;
import static dev.cairn.testkit.SampleInstances.NODE;
import static dev.cairn.testkit.SampleInstances.OTHER_NODE;
import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.ended;
import static dev.cairn.testkit.SampleInstances.entries;
import static dev.cairn.testkit.SampleInstances.inPhase;
import static dev.cairn.testkit.SampleInstances.next;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.api.InstanceStatus;
import dev.cairn.servers.FaultyProxy;
import dev.cairn.servers.ValkeyServer;
import dev.cairn.spi.Claim;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceOperationRefusedException;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.StoreException;
import io.smallrye.mutiny.Uni;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Response;

/** Failures of a server. */
@Tag("servers")
@Tag("redis")
class RedisStoreFailureTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(300);

    @TempDir
    static Path directory;
    static StoreOpener opener;

    private final String prefix = UUID.randomUUID().toString();
    private RedisStore store = opener.open(prefix, 4, RedisDurabilityMode.STRICT);

    @BeforeAll
    static void start() {
        opener = new StoreOpener(ValkeyServer::new, directory, 6, "appendonly yes", "appendfsync always");
    }

    @AfterAll
    static void stop() throws Exception {
        opener.close();
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static <T> T await(Uni<T> result) {
        return result.await().atMost(PATIENCE);
    }

    private static StoreException failure(Uni<?> result) {
        return catchThrowableOfType(StoreException.class, () -> await(result));
    }

    private static Response send(Command command, Object... arguments) {
        return opener.send(command, arguments);
    }

    /** Asks again until there is an answer, as the engine does. */
    private List<CommitResult> commitWhenPossible(String id, long position) {
        long lastNanos = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                return await(store.commit(List.of(next(running(id), 1, position, "entry " + position))));
            } catch (StoreException e) {
                assertThat(e.permanent()).isFalse();
                assertThat(System.nanoTime()).isLessThan(lastNanos);
            }
        }
    }

    @Test
    void aServerThatIsBackIsUsedAgain() {
        await(store.commit(List.of(create(running("a"), "1"))));
        opener.server().kill();

        StoreException failure = failure(store.commit(List.of(next(running("a"), 1, 1, "2"))));
        assertThat(failure).hasMessageStartingWith("CAIRN-0530");
        assertThat(failure.permanent()).isFalse();
        assertThat(failure(store.row("a"))).hasMessageStartingWith("CAIRN-0530");
        assertThat(failure(store.heartbeat(A, 1))).hasMessageStartingWith("CAIRN-0530");

        opener.server().start();
        assertThat(commitWhenPossible("a", 1)).containsExactly(COMMITTED);
        assertThat(entries(await(store.load("a")).orElseThrow())).containsExactly("1", "entry 1");
    }

    @Test
    void aServerThatForgotTheScriptsIsToldAgain() {
        await(store.commit(List.of(create(running("a"), "1"))));
        send(Command.SCRIPT, "FLUSH");

        assertThat(await(store.commit(List.of(next(running("a"), 1, 1, "2"), create(running("b"), "1")))))
                .containsExactly(COMMITTED, COMMITTED);
        send(Command.SCRIPT, "FLUSH");
        assertThat(await(store.claim(OTHER_NODE, List.of("a", "b")))).hasSize(2);
    }

    @Test
    void aSilentServerFailsCallsAfterTheTimeLimitAndTheirWritesAreFencedAfterwards() {
        await(store.commit(List.of(create(running("a"), "1"))));
        RedisStore impatient = impatient(prefix, 4);
        opener.server().pause();
        StoreException failure = failure(impatient.commit(List.of(next(running("a"), 1, 1, "2"))));
        opener.server().resume();

        assertThat(failure).hasMessageStartingWith("CAIRN-0531");
        assertThat(failure.permanent()).isFalse();
        // It was sent, so it was done as soon as the server went on.
        long lastNanos = System.nanoTime() + PATIENCE.toNanos();
        while (entries(await(store.load("a")).orElseThrow()).size() == 1) {
            assertThat(System.nanoTime()).isLessThan(lastNanos);
        }
        assertThat(await(store.commit(List.of(next(running("a"), 1, 1, "2"))))).containsExactly(FENCED);
        impatient.close();
    }

    @Test
    void orphansWhoseAnswerWasLostAreGivenAgain() throws Exception {
        RedisStore other = opener.open(prefix + "-one", 1, RedisDurabilityMode.STRICT);
        try (FaultyProxy proxy = FaultyProxy.to(opener.server().port())) {
            Redis client = Redis.createClient(opener.vertx(), "redis://127.0.0.1:" + proxy.port());
            RedisStore store = RedisStore.open(client, opener.vertx(),
                    new RedisSettings(prefix + "-one", 1, RedisDurabilityMode.STRICT, 0, StoreOpener.TIMEOUT));
            await(store.heartbeat(A, LONG_MILLIS));
            createOrphans(store, 10);
            assertThat(await(store.claimOrphans(NODE, 2))).hasSize(2);
            CompletableFuture<Void> lost = proxy.loseReply(request -> request.contains(ServerScript.ORPHANS.sha()), 1);
            assertThat(failure(store.claimOrphans(NODE, 8))).hasMessageStartingWith("CAIRN-0530");
            lost.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

            assertThat(await(other.claimOrphans(OTHER_NODE, 10))).isEmpty();
            List<Claim> first = await(store.claimOrphans(NODE, 5));
            assertThat(first).hasSize(5);
            assertThat(await(store.claimOrphans(NODE, 5))).hasSize(3).doesNotContainAnyElementsOf(first);
            assertThat(await(store.claimOrphans(NODE, 5))).isEmpty();
            store.close();
            client.close();
        }
        other.close();
    }

    @Test
    void orphansThatAnotherNodeTookSinceAreNotGivenAgain() throws Exception {
        RedisStore other = opener.open(prefix + "-one", 1, RedisDurabilityMode.STRICT);
        try (FaultyProxy proxy = FaultyProxy.to(opener.server().port())) {
            Redis client = Redis.createClient(opener.vertx(), "redis://127.0.0.1:" + proxy.port());
            RedisStore store = RedisStore.open(client, opener.vertx(),
                    new RedisSettings(prefix + "-one", 1, RedisDurabilityMode.STRICT, 0, StoreOpener.TIMEOUT));
            await(store.heartbeat(A, LONG_MILLIS));
            // The server knows the script from then on.
            assertThat(await(store.claimOrphans(NODE, 1))).isEmpty();
            createOrphans(store, 10);
            CompletableFuture<Void> lost = proxy.loseReply(request -> request.contains(ServerScript.ORPHANS.sha()), 1);
            assertThat(failure(store.claimOrphans(NODE, 8))).hasMessageStartingWith("CAIRN-0530");
            lost.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(await(store.claimOrphans(NODE, 3))).hasSize(3);

            await(store.heartbeat(A, 1));
            await(other.heartbeat(B, LONG_MILLIS));
            List<Claim> taken = new ArrayList<>();
            long lastNanos = System.nanoTime() + PATIENCE.toNanos();
            while (taken.size() < 10) {
                taken.addAll(await(other.claimOrphans(OTHER_NODE, 10)));
                assertThat(System.nanoTime()).isLessThan(lastNanos);
            }
            await(store.heartbeat(A, LONG_MILLIS));
            assertThat(await(store.claimOrphans(NODE, 10))).isEmpty();
            store.close();
            client.close();
        }
        other.close();
    }

    @Test
    void orphansOfShardsThatAnsweredAreGivenThoughALaterAnswerIsLost() throws Exception {
        try (FaultyProxy proxy = FaultyProxy.to(opener.server().port())) {
            Redis client = Redis.createClient(opener.vertx(), "redis://127.0.0.1:" + proxy.port());
            RedisStore store = RedisStore.open(client, opener.vertx(),
                    new RedisSettings(prefix, 4, RedisDurabilityMode.STRICT, 0, StoreOpener.TIMEOUT));
            await(store.heartbeat(A, LONG_MILLIS));
            // The server knows the script from then on.
            assertThat(await(store.claimOrphans(NODE, 1))).isEmpty();
            int orphans = 50;
            createOrphans(store, orphans);
            AtomicInteger calls = new AtomicInteger();
            CompletableFuture<Void> lost = proxy
                    .loseReply(request -> request.contains(ServerScript.ORPHANS.sha()) && calls.incrementAndGet() == 2, 1);
            List<Claim> claims = new ArrayList<>(await(store.claimOrphans(NODE, orphans - 1)));
            lost.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(claims).isNotEmpty().hasSizeLessThan(orphans - 1);
            List<Claim> more;
            do {
                more = await(store.claimOrphans(NODE, 7));
                assertThat(more).hasSizeLessThanOrEqualTo(7);
                claims.addAll(more);
            } while (!more.isEmpty());
            assertThat(claims).extracting(claim -> claim.row().id()).doesNotHaveDuplicates().hasSize(orphans);
            store.close();
            client.close();
        }
    }

    private static void createOrphans(RedisStore store, int count) {
        for (int i = 0; i < count; i++) {
            await(store.commit(List.of(create(inPhase("i-" + i, InstanceStatus.PENDING, null), "1"))));
        }
    }

    private static RedisStore impatient(String prefix, int shards) {
        RedisStore impatient = RedisStore.open(opener.client(), opener.vertx(),
                new RedisSettings(prefix, shards, RedisDurabilityMode.STRICT, 0, SHORT));
        // So that the server has been looked at, and has nothing to do but what is asked.
        await(impatient.row("none").onFailure(StoreException.class).retry().atMost(100));
        return impatient;
    }

    @Test
    void anotherNumberOfShardsIsRefused() {
        await(store.commit(List.of(create(running("a"), "1"))));
        RedisStore other = opener.open(prefix, 5, RedisDurabilityMode.STRICT);

        StoreException failure = failure(other.row("a"));
        assertThat(failure).hasMessageStartingWith("CAIRN-0534").hasMessageContaining("shards=4");
        // Behind the same address there may be another server by then.
        assertThat(failure.permanent()).isFalse();
        other.close();
    }

    @Test
    void aConnectionThatIsLostDoesNotSayThatSettingsAreForbidden() throws Exception {
        try (FaultyProxy proxy = FaultyProxy.to(opener.server().port())) {
            Redis client = Redis.createClient(opener.vertx(), "redis://127.0.0.1:" + proxy.port());
            RedisSettings settings = new RedisSettings(prefix, 4, RedisDurabilityMode.STRICT, 0, StoreOpener.TIMEOUT);
            RedisServerProbe check = new RedisServerProbe(new RedisRequestSender(opener.vertx()), 1, settings,
                    new RedisKeys(prefix, 4));
            EventLoopRedisClients.Client shared = EventLoopRedisClients.one(client, opener.vertx()).shared();
            CompletableFuture<Void> lost = proxy.loseReply(request -> request.contains("config"), 1);

            assertThat(failure(check.ask(shared))).hasMessageStartingWith("CAIRN-0530");
            lost.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(await(check.ask(shared)).faults(RedisDurabilityMode.STRICT)).isEmpty();
            client.close();
        }
    }

    @Test
    void anotherFormatIsRefused() {
        String key = new RedisKeys(prefix, 4).instance("a");
        send(Command.RPUSH, key, new byte[] { (byte) 0x82, ' ', 'f', 'r', 'o', 'm' });

        assertThat(failure(store.claim(NODE, List.of("a")))).hasMessageStartingWith("CAIRN-0536");
        assertThat(failure(store.row("a"))).hasMessageStartingWith("CAIRN-0536").matches(StoreException::permanent);
        assertThat(failure(store.load("a"))).isInstanceOf(InstanceOperationRefusedException.class)
                .hasMessageStartingWith("CAIRN-0536");
    }

    /** A later version has taken it over. */
    @Test
    void whatIsOfAnotherFormatIsNotWrittenAndConcernsNoOther() {
        String key = new RedisKeys(prefix, 4).instance("a");
        // The layout may be another one, or the same.
        byte[] header = new InstanceHeader(running("a"), 1, 1).encode();
        header[0]++;
        send(Command.RPUSH, key, header);

        assertThat(await(store.commit(List.of(create(running("b"), "1"), next(running("a"), 1, 1, "2"),
                create(running("a"), "1"), create(running("c"), "1"))))).containsExactly(COMMITTED, FENCED, EXISTS, COMMITTED);
        assertThat(send(Command.LRANGE, key, 0, -1).size()).isEqualTo(1);
    }

    @Test
    void anInstanceThatLacksEntriesConcernsNoOther() {
        await(store.commit(List.of(create(running("a"), "1", "2"))));
        send(Command.LTRIM, new RedisKeys(prefix, 4).instance("a"), 1, 2);

        assertThat(failure(store.load("a"))).isInstanceOf(InstanceOperationRefusedException.class)
                .hasMessageStartingWith("CAIRN-0544").hasMessageContaining("entries=2, found=1");
    }

    @Test
    void anInstanceThatLacksItsHeaderConcernsNoOther() {
        await(store
                .commit(Stream.of("a", "b", "c").map(id -> create(inPhase(id, InstanceStatus.RUNNING, null), "1")).toList()));
        send(Command.RPOP, new RedisKeys(prefix, 4).instance("b"));
        send(Command.RPUSH, new RedisKeys(prefix, 4).instance("b"), new byte[] { 1, 2, 3 });

        assertThat(failure(store.load("b"))).isInstanceOf(InstanceOperationRefusedException.class)
                .hasMessageStartingWith("CAIRN-0544").hasMessageContaining("header=missing");
        assertThat(failure(store.row("b"))).hasMessageStartingWith("CAIRN-0544");
        assertThat(await(store.commit(List.of(next(running("b"), 1, 1, "2"))))).containsExactly(FENCED);
        assertThat(await(store.find(InstanceQuery.all(10))).rows()).extracting(InstanceRow::id)
                .containsExactlyInAnyOrder("a", "c");
        assertThat(await(store.claim(NODE, List.of("b")))).isEmpty();
        await(store.heartbeat(A, LONG_MILLIS));
        assertThat(await(store.claimOrphans(NODE, 10))).extracting(claim -> claim.row().id())
                .containsExactlyInAnyOrder("a", "c");
    }

    /** A script goes on where memory is short once it has written something. */
    @Test
    void aServerThatIsFullRefusesWritesWhole() {
        await(store.commit(List.of(create(running("a"), "1"), create(ended("old", 1), "1"))));
        send(Command.CONFIG, "SET", "maxmemory", "1");
        try {
            assertThat(failure(store.commit(List.of(next(running("a"), 1, 1, "2"))))).hasMessageContaining("OOM");
            assertThat(failure(store.commit(List.of(create(running("b"), "1"))))).hasMessageContaining("OOM");
            // Removals that make room go on, and for them the node is alive.
            await(store.heartbeat(A, LONG_MILLIS));
            assertThat(await(store.row("a"))).isPresent();
            assertThat(await(store.find(InstanceQuery.all(10))).rows()).hasSize(2);
            assertThat(await(store.removeEnded(FUTURE_MILLIS, 10))).isOne();
            RedisStore another = opener.open(prefix, 4, RedisDurabilityMode.STRICT);
            assertThat(await(another.row("old"))).isEmpty();
            another.close();
        } finally {
            send(Command.CONFIG, "SET", "maxmemory", "0");
        }
        assertThat(entries(await(store.load("a")).orElseThrow())).containsExactly("1");
        assertThat(await(store.commit(List.of(next(running("a"), 1, 1, "2"), create(running("b"), "1")))))
                .containsExactly(COMMITTED, COMMITTED);
    }

    @Test
    void aServerThatTakesNoWritesForLackOfReplicasIsRead() {
        await(store.commit(List.of(create(running("a"), "1"))));
        send(Command.CONFIG, "SET", "min-replicas-to-write", "1");
        try {
            assertThat(failure(store.commit(List.of(next(running("a"), 1, 1, "2"))))).hasMessageContaining("NOREPLICAS");
            assertThat(entries(await(store.load("a")).orElseThrow())).containsExactly("1");
        } finally {
            send(Command.CONFIG, "SET", "min-replicas-to-write", "0");
        }
        assertThat(await(store.commit(List.of(next(running("a"), 1, 1, "2"))))).containsExactly(COMMITTED);
    }

    @Test
    void whatABatchWroteBeforeItFailedIsInTheIndexes() {
        RedisStore single = opener.open(prefix + "-one", 1, RedisDurabilityMode.STRICT);
        send(Command.SET, new RedisKeys(prefix + "-one", 1).instance("b"), "somebody else's");

        assertThat(failure(single.commit(List.of(create(running("a"), "1"), create(running("b"), "1")))))
                .hasMessageContaining("WRONGTYPE");
        assertThat(await(single.find(InstanceQuery.all(10))).rows()).extracting(InstanceRow::id).containsExactly("a");
        single.close();
    }

    /** Entries are read in pages. */
    @ParameterizedTest
    @ValueSource(ints = { 1, 999, 1_000, 1_001, 1_999, 2_000, 2_001 })
    void anInstanceThatHasTooManyEntriesOrTooFewIsFoundOutHoweverLongItIs(int count) {
        await(store.commit(List.of(create(running("a"), texts(count)))));
        String key = new RedisKeys(prefix, 4).instance("a");
        assertThat(entries(await(store.load("a")).orElseThrow())).containsExactly(texts(count));

        byte[] header = send(Command.RPOP, key).toBytes();
        send(Command.RPUSH, key, "done twice", header);
        assertThat(failure(store.load("a"))).hasMessageStartingWith("CAIRN-0544")
                .hasMessageContaining("entries=" + count + ", found=" + (count + 1));
        send(Command.DEL, key);
        for (int from = 0; from < count - 1; from++) {
            send(Command.RPUSH, key, "entry " + from);
        }
        send(Command.RPUSH, key, header);
        assertThat(failure(store.load("a"))).hasMessageStartingWith("CAIRN-0544")
                .hasMessageContaining("entries=" + count + ", found=" + (count - 1));
    }

    /** Read as it was when the header was read, or as it is. */
    @ParameterizedTest
    @CsvSource({ "1000, lindex, 1001", "1500, lindex, 1501", "1500, '\r\n1999\r\n', 1500" })
    void anInstanceThatGoesOnWhileItIsReadIsReadAsItWas(int count, String before, int read) throws Exception {
        await(store.commit(List.of(create(running("a"), texts(count)))));
        try (FaultyProxy proxy = FaultyProxy.to(opener.server().port())) {
            Redis client = Redis.createClient(opener.vertx(), "redis://127.0.0.1:" + proxy.port());
            RedisStore reader = RedisStore.open(client, opener.vertx(),
                    new RedisSettings(prefix, 4, RedisDurabilityMode.STRICT, 0, StoreOpener.TIMEOUT));
            CompletableFuture<Void> goneOn = new CompletableFuture<>();
            proxy.loseReply(request -> {
                if (request.toLowerCase(Locale.ROOT).contains(before) && !goneOn.isDone()) {
                    await(store.commit(List.of(next(running("a"), 1, count, "entry " + count))));
                    goneOn.complete(null);
                }
                return false;
            }, 1);

            assertThat(entries(await(reader.load("a")).orElseThrow())).containsExactly(texts(read));
            assertThat(goneOn).isDone();
            assertThat(entries(await(reader.load("a")).orElseThrow())).containsExactly(texts(count + 1));
            reader.close();
            client.close();
        }
    }

    /** Its first entries were read when it was another one. */
    @Test
    void anInstanceThatIsReplacedWhileItIsReadIsNotTakenForDamaged() throws Exception {
        await(store.commit(List.of(create(ended("a", 1), texts(1_500)))));
        try (FaultyProxy proxy = FaultyProxy.to(opener.server().port())) {
            Redis client = Redis.createClient(opener.vertx(), "redis://127.0.0.1:" + proxy.port());
            RedisStore reader = RedisStore.open(client, opener.vertx(),
                    new RedisSettings(prefix, 4, RedisDurabilityMode.STRICT, 0, StoreOpener.TIMEOUT));
            CompletableFuture<Void> replaced = new CompletableFuture<>();
            proxy.loseReply(request -> {
                if (request.toLowerCase(Locale.ROOT).contains("lindex") && !replaced.isDone()) {
                    await(store.removeEnded(FUTURE_MILLIS, 1));
                    await(store.commit(List.of(create(running("a"), "new"))));
                    replaced.complete(null);
                }
                return false;
            }, 1);

            assertThat(failure(reader.load("a"))).hasMessageStartingWith("CAIRN-0530")
                    .isNotInstanceOf(InstanceOperationRefusedException.class);
            assertThat(replaced).isDone();
            assertThat(entries(await(reader.load("a")).orElseThrow())).containsExactly("new");
            reader.close();
            client.close();
        }
    }

    private static String[] texts(int count) {
        return IntStream.range(0, count).mapToObj(i -> "entry " + i).toArray(String[]::new);
    }
}
