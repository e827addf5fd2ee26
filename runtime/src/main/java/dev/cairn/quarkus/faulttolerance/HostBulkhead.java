package dev.cairn.quarkus.faulttolerance;

import java.util.ArrayDeque;
import java.util.Queue;

/** Lets a number of calls to a host be under way; further calls wait in the order in which they came. Thread-safe. */
final class HostBulkhead {

    private final int maxConcurrentCalls;
    private final int maxQueuedCalls;
    private final Queue<Runnable> queue = new ArrayDeque<>();
    private int permits;
    private boolean beginning;

    HostBulkhead(int maxConcurrentCalls, int maxQueuedCalls) {
        this.maxConcurrentCalls = maxConcurrentCalls;
        this.maxQueuedCalls = maxQueuedCalls;
    }

    /**
     * Begins a call with a permit: now, or when another call has ended. The call gives its permit back with {@link #release}.
     *
     * @param call must not throw
     * @return false if the queue is full: the call does not begin
     */
    boolean enter(Runnable call) {
        synchronized (this) {
            if (permits >= maxConcurrentCalls) {
                return queue.size() < maxQueuedCalls && queue.add(call);
            }
            permits++;
        }
        call.run();
        return true;
    }

    /** True if no call waits or has a permit. */
    synchronized boolean isIdle() {
        return permits == 0 && queue.isEmpty();
    }

    /** True if the call waited, and will not begin. */
    synchronized boolean withdraw(Runnable call) {
        return queue.remove(call);
    }

    /** Gives a permit back. The next call begins. */
    void release() {
        synchronized (this) {
            permits--;
            if (beginning) {
                // A call that ends as it begins would otherwise begin the next one on its stack.
                return;
            }
            beginning = true;
        }
        for (Runnable next = next(); next != null; next = next()) {
            next.run();
        }
    }

    private synchronized Runnable next() {
        if (permits >= maxConcurrentCalls || queue.isEmpty()) {
            beginning = false;
            return null;
        }
        permits++;
        return queue.remove();
    }
}
