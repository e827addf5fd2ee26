package dev.cairn.quarkus.lifecycle;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import dev.cairn.engine.port.EngineThreads;
import dev.cairn.engine.port.EventLoopExecutor;
import dev.cairn.time.TimerService;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.quarkus.runtime.ExecutorRecorder;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;

/**
 * The threads of the application: the event loops of its Vert.x, and Quarkus' worker pool.
 */
final class VertxThreads implements EngineThreads, TimerService {

    /** Netty counts in nanoseconds from its start and does not check for overflow. */
    private static final long LONGEST_DELAY_MILLIS = TimeUnit.DAYS.toMillis(36_500);

    private static final long FULL_MILLIS = 50;

    private final VertxInternal vertx;
    private final Supplier<Executor> pool;
    private final ClassLoader loader = Thread.currentThread().getContextClassLoader();
    private final Map<EventLoop, Loop> loops = new ConcurrentHashMap<>();

    VertxThreads(VertxInternal vertx) {
        this(vertx, ExecutorRecorder::getCurrent);
    }

    VertxThreads(VertxInternal vertx, Supplier<Executor> pool) {
        this.vertx = vertx;
        this.pool = pool;
    }

    @Override
    public EventLoopExecutor eventLoop() {
        ContextInternal current = ContextInternal.current();
        boolean mine = current != null && current.owner() == vertx;
        return loops.computeIfAbsent(mine ? current.nettyEventLoop() : nextLoop(), this::loop);
    }

    private EventLoop nextLoop() {
        return vertx.getEventLoopGroup().next();
    }

    private Loop loop(EventLoop netty) {
        return new Loop(vertx.createEventLoopContext(netty, vertx.getWorkerPool(), loader));
    }

    @Override
    public void worker(Runnable action) {
        Executor workers = pool.get();
        try {
            workers.execute(action);
        } catch (RejectedExecutionException full) {
            if (workers instanceof ExecutorService service && service.isShutdown()) {
                throw full;
            }
            // Its queue may be bounded, and no other thread would begin a worker's continuation again.
            after(FULL_MILLIS, () -> worker(action));
        }
    }

    @Override
    public boolean workersMayWait() {
        return true;
    }

    @Override
    public Runnable after(long delayMillis, Runnable action) {
        ContextInternal current = ContextInternal.current();
        EventLoop netty = current == null ? nextLoop() : current.nettyEventLoop();
        long delay = Math.min(Math.max(delayMillis, 0), LONGEST_DELAY_MILLIS);
        Future<?> scheduled = netty.schedule(action, delay, TimeUnit.MILLISECONDS);
        return () -> scheduled.cancel(false);
    }

    /**
     * An event loop with a Vert.x context of its own, so that what runs on it sees nothing of the request that happens to be dealt
     * with.
     */
    private record Loop(ContextInternal context) implements EventLoopExecutor {

        @Override
        public void run(Runnable action) {
            context.emit(action, Runnable::run);
        }
    }
}
