package dev.cairn.engine.concurrent;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Bounds the number of asynchronous tasks that are under way; others wait in the order in which they came. Thread-safe. */
public final class AsyncTaskLimiter {

    private final Queue<Consumer<Runnable>> waiting = new ConcurrentLinkedQueue<>();
    private final TryAcquireSemaphore permits;
    private final Executor worker;
    private final CoalescingRunner runner = new CoalescingRunner(this::run);

    /** @param worker begins tasks that had to wait: a long row of them must not grow the stack */
    public AsyncTaskLimiter(int maxRunning, Executor worker) {
        this.permits = new TryAcquireSemaphore(maxRunning);
        this.worker = worker;
    }

    /** @param task gets a runnable that it has to run once, at its end; must not throw */
    public void submit(Consumer<Runnable> task) {
        waiting.add(task);
        runner.ask();
    }

    private void run() {
        while (!waiting.isEmpty() && permits.take(1)) {
            Consumer<Runnable> next = waiting.poll();
            if (next == null) {
                permits.free(1);
            } else {
                next.accept(this::ended);
            }
        }
    }

    private void ended() {
        permits.free(1);
        if (!waiting.isEmpty()) {
            worker.execute(runner::ask);
        }
    }
}
