package dev.cairn.persistence.redis;

import static dev.cairn.testkit.SampleInstances.A;
import static dev.cairn.testkit.SampleInstances.LONG_MILLIS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.servers.ValkeyServer;
import io.netty.util.concurrent.EventExecutor;
import io.vertx.core.impl.VertxInternal;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;

/** A client for each event loop. */
@Tag("servers")
@Tag("redis")
class EventLoopRedisClientsTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    static Path directory;
    static StoreOpener opener;
    static Redis watcher;
    static List<EventExecutor> loops = new ArrayList<>();

    private final WatchedClient shared = new WatchedClient(opener.client(), opener.vertx());
    private final List<WatchedClient> made = new ArrayList<>();

    @BeforeAll
    static void start() {
        opener = new StoreOpener(ValkeyServer::new, directory, 6);
        watcher = another();
        ((VertxInternal) opener.vertx()).getEventLoopGroup().forEach(loops::add);
    }

    @AfterAll
    static void stop() throws Exception {
        watcher.close();
        opener.close();
    }

    private static Redis another() {
        return Redis.createClient(opener.vertx(), opener.server().url());
    }

    private RedisStore open() {
        RedisStore store = begin();
        // So that the server has been looked at.
        store.row("a").await().atMost(PATIENCE);
        return store;
    }

    private RedisStore begin() {
        Thread calling = Thread.currentThread();
        EventLoopRedisClients clients = EventLoopRedisClients.forEachLoop(shared.redis(), opener.vertx(), () -> {
            // Finding the hosts may block.
            assertThat(Thread.currentThread()).isSameAs(calling);
            WatchedClient client = new WatchedClient(another(), opener.vertx());
            made.add(client);
            return client.redis();
        });
        return RedisStore.open(clients,
                new RedisSettings(UUID.randomUUID().toString(), 1, RedisDurabilityMode.BATCHED, 0, PATIENCE));
    }

    /** Asks from a thread, and gives the thread that received the answer. */
    private static Thread answered(RedisStore store, Executor thread) throws Exception {
        CompletableFuture<Thread> answered = new CompletableFuture<>();
        thread.execute(() -> store.row("a").subscribe().with(row -> answered.complete(Thread.currentThread()),
                answered::completeExceptionally));
        return answered.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private static Thread of(EventExecutor loop) throws Exception {
        return loop.submit(Thread::currentThread).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private List<Long> connected() {
        return made.stream().map(WatchedClient::connected).toList();
    }

    private static long connections() throws Exception {
        String list = watcher.send(Request.cmd(Command.CLIENT).arg("LIST")).toCompletionStage().toCompletableFuture()
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS).toString();
        return list.lines().count();
    }

    @Test
    void aCallFromAnEventLoopStaysOnIt() throws Exception {
        RedisStore store = open();
        assertThat(made).hasSameSizeAs(loops);
        for (EventExecutor loop : loops) {
            // Each finds out first where its own connections lead to.
            answered(store, loop);
        }
        long before = shared.connected();
        List<Long> ofEach = connected();
        for (EventExecutor loop : loops) {
            assertThat(answered(store, loop)).isEqualTo(of(loop));
        }
        assertThat(connected()).isEqualTo(ofEach.stream().map(count -> count + 1).toList());
        assertThat(shared.connected()).isEqualTo(before);
        store.close();
    }

    @Test
    void otherThreadsShareAClient() throws Exception {
        RedisStore store = open();
        long before = shared.connected();
        List<Long> ofEach = connected();
        answered(store, Runnable::run);
        answered(store, action -> opener.vertx().executeBlocking(() -> {
            action.run();
            return null;
        }, false));
        assertThat(shared.connected()).isEqualTo(before + 2);
        assertThat(connected()).isEqualTo(ofEach);
        store.close();
    }

    @Test
    void theyAreClosedWithTheStore() throws Exception {
        long before = connections();
        RedisStore store = open();
        for (EventExecutor loop : loops) {
            answered(store, loop);
        }
        assertThat(connections()).isGreaterThanOrEqualTo(before + loops.size());
        store.close();
        long lastNanos = System.nanoTime() + PATIENCE.toNanos();
        while (connections() > before + 1) {
            assertThat(System.nanoTime()).isLessThan(lastNanos);
        }
        assertThat(opener.open(UUID.randomUUID().toString(), 1, RedisDurabilityMode.BATCHED).row("a").await().atMost(PATIENCE))
                .isEmpty();
    }

    /** Closed while they are used they complain. */
    @Test
    void theyAreNotClosedWhileTheServerIsLookedAt() {
        long before = shared.connected();
        shared.delay(Duration.ofMillis(300));
        begin().close();
        shared.delay(Duration.ZERO);
        assertThat(shared.connected()).as("for what it is, and for its settings").isGreaterThanOrEqualTo(before + 2);
    }

    @Test
    void heartbeatsShareAClientWhereverTheyBegin() throws Exception {
        RedisStore store = open();
        // Loads the scripts into the server. The second heartbeat begins to count instances; the test waits for the end.
        store.heartbeat(A, LONG_MILLIS).await().atMost(PATIENCE);
        store.heartbeat(A, LONG_MILLIS).await().atMost(PATIENCE);
        store.counts().repeat().until(Optional::isPresent).collect().last().await().atMost(PATIENCE);
        long lastNanos = System.nanoTime() + PATIENCE.toNanos();
        while (store.isCounting()) {
            assertThat(System.nanoTime()).isLessThan(lastNanos);
        }
        long before = shared.connected();
        List<Long> ofEach = connected();
        for (EventExecutor loop : loops) {
            CompletableFuture<Long> beat = new CompletableFuture<>();
            loop.execute(() -> store.heartbeat(A, LONG_MILLIS).subscribe().with(beat::complete, beat::completeExceptionally));
            beat.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
        assertThat(shared.connected()).isEqualTo(before + loops.size());
        assertThat(connected()).isEqualTo(ofEach);
        store.close();
    }

    @Test
    void oneThatCannotBeMadeIsToldOf() {
        IllegalArgumentException bad = new IllegalArgumentException("no such host");
        assertThatThrownBy(() -> EventLoopRedisClients.forEachLoop(shared.redis(), opener.vertx(), () -> {
            throw bad;
        })).isSameAs(bad);
    }

    @Test
    void anEventLoopMayMakeThem() throws Exception {
        CompletableFuture<RedisStore> opened = new CompletableFuture<>();
        EventExecutor first = loops.get(0);
        first.execute(
                () -> opened.complete(RedisStore.open(opener.clients(),
                        new RedisSettings(UUID.randomUUID().toString(), 1, RedisDurabilityMode.BATCHED, 0, PATIENCE))));
        RedisStore store = opened.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(answered(store, first)).isEqualTo(of(first));
        store.close();
    }
}
