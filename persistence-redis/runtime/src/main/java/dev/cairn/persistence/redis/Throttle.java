package dev.cairn.persistence.redis;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.smallrye.mutiny.Uni;

/**
 * Lets so many calls be under way at once, and so many wait; more are refused. So the server, or its absence, never makes this
 * process collect calls without bound.
 */
final class Throttle {

    private final int mostUnderWay;
    private final int mostWaiting;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int underWay;
    private boolean closed;
    /** Done when it is closed and nothing is under way any more. */
    private final CompletableFuture<Void> idle = new CompletableFuture<>();

    Throttle(int mostUnderWay, int mostWaiting) {
        this.mostUnderWay = mostUnderWay;
        this.mostWaiting = mostWaiting;
    }

    /**
     * Makes a call now or when others have ended.
     *
     * @param call must complete or fail at some time
     */
    <T> Uni<T> submit(Supplier<Uni<T>> call) {
        return Uni.createFrom().emitter(emitter -> {
            Runnable run = () -> call.get().subscribe().with(item -> {
                ended();
                emitter.complete(item);
            }, failure -> {
                ended();
                emitter.fail(failure);
            });
            boolean now;
            synchronized (this) {
                if (closed) {
                    emitter.fail(Failures.closed());
                    return;
                }
                if (underWay >= mostUnderWay && waiting.size() >= mostWaiting) {
                    emitter.fail(Failures.busy(mostWaiting));
                    return;
                }
                now = underWay < mostUnderWay;
                if (now) {
                    underWay++;
                } else {
                    waiting.add(run);
                }
            }
            if (now) {
                run.run();
            }
        });
    }

    private void ended() {
        Runnable next;
        boolean nothingLeft;
        synchronized (this) {
            next = waiting.poll();
            if (next == null) {
                underWay--;
            }
            nothingLeft = closed && underWay == 0;
        }
        if (nothingLeft) {
            idle.complete(null);
        }
        if (next != null) {
            next.run();
        }
    }

    /** Refuses calls from now on, and waits for those that were accepted; each of them ends at some time. */
    void close() {
        boolean nothingLeft;
        synchronized (this) {
            closed = true;
            nothingLeft = underWay == 0;
        }
        if (nothingLeft) {
            idle.complete(null);
        }
        idle.join();
    }
}
