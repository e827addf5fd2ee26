package dev.cairn.persistence.redis;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.EventExecutor;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import io.vertx.redis.client.Redis;

/**
 * The clients of a store. A client has all its connections on one event loop: asked from there, a round trip changes threads twice, to
 * the server and back; asked from another one it does so four times. So each event loop may have one of its own. Thread-safe.
 */
public final class EventLoopRedisClients {

    /**
     * A client.
     *
     * @param number from 0 on; no other client of the same store has it
     * @param context of the event loop that it has its connections on
     */
    record Client(int number, Redis redis, ContextInternal context) {

        private static Client shared(Redis redis, Vertx vertx) {
            return new Client(0, redis, ((VertxInternal) vertx).getOrCreateContext());
        }
    }

    private final Vertx vertx;
    private final Client shared;
    private final Map<Thread, Client> ofLoops;
    private final AtomicBoolean closed = new AtomicBoolean();

    private EventLoopRedisClients(Vertx vertx, Client shared, Map<Thread, Client> ofLoops) {
        this.vertx = vertx;
        this.shared = shared;
        this.ofLoops = Map.copyOf(ofLoops);
    }

    /**
     * One client for all threads, which is not closed here.
     *
     * @param client made by the calling thread: only then its event loop is known
     */
    public static EventLoopRedisClients one(Redis client, Vertx vertx) {
        return new EventLoopRedisClients(vertx, Client.shared(client, vertx), Map.of());
    }

    /**
     * A client for each event loop, and one for all other threads and for heartbeats. A client connects when it is used first, so one of
     * an event loop that no instance runs on has no connections.
     *
     * @param shared for other threads and heartbeats, as with {@link #one}
     * @param another makes a client, on the calling thread and in a context of the event loop that it is for; it is closed with the store
     * @throws RuntimeException of {@code another}
     */
    public static EventLoopRedisClients forEachLoop(Redis shared, Vertx vertx, Supplier<Redis> another) {
        Map<Thread, Client> ofLoops = new HashMap<>();
        VertxInternal internal = (VertxInternal) vertx;
        try {
            for (EventExecutor loop : internal.getEventLoopGroup()) {
                ContextInternal context = internal.createEventLoopContext((EventLoop) loop, internal.getWorkerPool(),
                        Thread.currentThread().getContextClassLoader());
                ofLoops.put(thread(loop), new Client(ofLoops.size() + 1, make(context, another), context));
            }
        } catch (RuntimeException e) {
            close(ofLoops);
            throw e;
        }
        return new EventLoopRedisClients(vertx, Client.shared(shared, vertx), ofLoops);
    }

    private static Thread thread(EventExecutor loop) {
        return loop.inEventLoop() ? Thread.currentThread() : CompletableFuture.supplyAsync(Thread::currentThread, loop).join();
    }

    private static Redis make(ContextInternal context, Supplier<Redis> another) {
        ContextInternal before = context.beginDispatch();
        try {
            return another.get();
        } finally {
            context.endDispatch(before);
        }
    }

    Vertx vertx() {
        return vertx;
    }

    /** The one of the calling thread. */
    Client here() {
        return ofLoops.getOrDefault(Thread.currentThread(), shared);
    }

    /** The client for threads that are not an event loop with a client of its own. */
    Client shared() {
        return shared;
    }

    /** Number of clients. */
    int count() {
        return ofLoops.size() + 1;
    }

    /** Closes those of event loops. It may be called again. */
    void close() {
        if (!closed.getAndSet(true)) {
            close(ofLoops);
        }
    }

    private static void close(Map<Thread, Client> clients) {
        clients.values().forEach(client -> client.redis.close());
    }
}
