package dev.cairn.bench.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import dev.cairn.engine.port.EngineThreads;
import dev.cairn.engine.port.EventLoopExecutor;
import dev.cairn.time.TimerService;
import io.netty.util.concurrent.EventExecutor;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;

/** The event loops of a Vert.x, as an application's engine uses them, without Quarkus around them. */
final class VertxLoops implements EngineThreads, TimerService, AutoCloseable {

    private final List<Loop> loops = new ArrayList<>();
    private final AtomicInteger next = new AtomicInteger();
    private final ExecutorService workers = Executors.newCachedThreadPool(action -> {
        Thread thread = new Thread(action, "worker");
        thread.setDaemon(true);
        return thread;
    });

    VertxLoops(Vertx vertx) {
        ((VertxInternal) vertx).getEventLoopGroup().forEach(executor -> loops.add(new Loop(executor)));
    }

    @Override
    public EventLoopExecutor eventLoop() {
        return loop();
    }

    private Loop loop() {
        for (Loop loop : loops) {
            if (loop.executor.inEventLoop()) {
                return loop;
            }
        }
        return loops.get(Math.floorMod(next.getAndIncrement(), loops.size()));
    }

    @Override
    public void worker(Runnable action) {
        workers.execute(action);
    }

    @Override
    public Runnable after(long delayMillis, Runnable action) {
        ScheduledFuture<?> future = loop().executor.schedule(action, Math.max(0, delayMillis), TimeUnit.MILLISECONDS);
        return () -> future.cancel(false);
    }

    @Override
    public void close() {
        workers.shutdown();
    }

    private record Loop(EventExecutor executor) implements EventLoopExecutor {

        @Override
        public void run(Runnable action) {
            if (executor.inEventLoop()) {
                action.run();
            } else {
                executor.execute(action);
            }
        }
    }
}
