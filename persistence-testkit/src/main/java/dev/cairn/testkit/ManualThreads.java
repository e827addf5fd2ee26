package dev.cairn.testkit;

import java.util.ArrayDeque;
import java.util.Queue;

import dev.cairn.engine.port.EngineThreads;
import dev.cairn.engine.port.EventLoopExecutor;

/** Threads that are none: what is to run elsewhere is queued, and the test runs it. Everything happens in one known order. */
public final class ManualThreads implements EngineThreads {

    private final Queue<Runnable> queue = new ArrayDeque<>();
    private int workers;

    @Override
    public EventLoopExecutor eventLoop() {
        return this::enqueue;
    }

    @Override
    public void worker(Runnable action) {
        workers++;
        enqueue(action);
    }

    /** Number of actions given to workers so far. */
    public int workers() {
        return workers;
    }

    /** Runs what is queued, and what that queues, until nothing is left. */
    public void runAll() {
        boolean more = true;
        while (more) {
            more = runNext();
        }
    }

    /** Runs what was queued first; false if nothing is queued. */
    public boolean runNext() {
        Runnable next = next();
        if (next != null) {
            next.run();
        }
        return next != null;
    }

    private synchronized void enqueue(Runnable action) {
        queue.add(action);
    }

    private synchronized Runnable next() {
        return queue.poll();
    }
}
