package dev.cairn.bench.engine;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import dev.cairn.engine.port.EngineThreads;
import dev.cairn.engine.port.EventLoopExecutor;
import dev.cairn.time.TimerService;

/** Threads and timers without Vert.x, for measuring the engine alone: as many event loops as there are cores. */
public final class PlainThreads implements EngineThreads, TimerService, AutoCloseable {

    private final Loop[] loops = new Loop[Runtime.getRuntime().availableProcessors()];
    private final AtomicInteger next = new AtomicInteger();
    private final ExecutorService workers = Executors.newCachedThreadPool(PlainThreads::daemon);
    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor(PlainThreads::daemon);

    /** Starts the threads. */
    public PlainThreads() {
        for (int i = 0; i < loops.length; i++) {
            loops[i] = new Loop();
        }
    }

    @Override
    public EventLoopExecutor eventLoop() {
        for (Loop loop : loops) {
            if (loop.thread == Thread.currentThread()) {
                return loop;
            }
        }
        return loops[Math.floorMod(next.getAndIncrement(), loops.length)];
    }

    @Override
    public void worker(Runnable action) {
        workers.execute(action);
    }

    @Override
    public Runnable after(long delayMillis, Runnable action) {
        ScheduledFuture<?> future = timers.schedule(action, Math.max(0, delayMillis), TimeUnit.MILLISECONDS);
        return () -> future.cancel(false);
    }

    @Override
    public void close() {
        for (Loop loop : loops) {
            loop.executor.shutdownNow();
        }
        workers.shutdownNow();
        timers.shutdownNow();
    }

    private static Thread daemon(Runnable action) {
        Thread thread = new Thread(action);
        thread.setDaemon(true);
        return thread;
    }

    private static final class Loop implements EventLoopExecutor {
        private volatile Thread thread;
        private final ExecutorService executor = Executors.newSingleThreadExecutor(action -> {
            thread = daemon(action);
            return thread;
        });

        @Override
        public void run(Runnable action) {
            if (Thread.currentThread() == thread) {
                action.run();
            } else {
                ((Executor) executor).execute(action);
            }
        }
    }
}
