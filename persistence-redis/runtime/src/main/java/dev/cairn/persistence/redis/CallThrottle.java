package dev.cairn.persistence.redis;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;

/**
 * Bounds the calls under way and the waiting calls; further calls are refused. So the server, or its absence, never makes this
 * application collect calls without bound.
 */
final class CallThrottle {

    private final int mostUnderWay;
    private final int mostWaiting;
    private final Queue<Call<?>> waiting = new ArrayDeque<>();
    private int underWay;
    private boolean closed;
    /** Done when it is closed and nothing is under way any more. */
    private final CompletableFuture<Void> idle = new CompletableFuture<>();
    /**
     * The thread that raises it from 0 begins calls until it is 0 again: calls that fail at once must not begin the next ones
     * recursively.
     */
    private final AtomicInteger drainRequests = new AtomicInteger();

    CallThrottle(int mostUnderWay, int mostWaiting) {
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
            if (accept(new Call<>(Uni.createFrom().deferred(call::get), emitter))) {
                begin();
            }
        });
    }

    private boolean accept(Call<?> call) {
        boolean refused;
        synchronized (this) {
            refused = closed;
            if (!closed && waiting.size() < mostWaiting + mostUnderWay - underWay) {
                return waiting.add(call);
            }
        }
        call.emitter.fail(refused ? RedisStoreExceptionFactory.closed() : RedisStoreExceptionFactory.busy(mostWaiting));
        return false;
    }

    private void begin() {
        if (drainRequests.getAndIncrement() > 0) {
            return;
        }
        do {
            for (Call<?> next = next(); next != null; next = next()) {
                next.begin(this);
            }
        } while (drainRequests.decrementAndGet() > 0);
    }

    private synchronized Call<?> next() {
        if (underWay == mostUnderWay || waiting.isEmpty()) {
            return null;
        }
        underWay++;
        return waiting.remove();
    }

    private void ended() {
        synchronized (this) {
            underWay--;
        }
        begin();
        completeIfIdle();
    }

    private void completeIfIdle() {
        boolean nothingLeft;
        synchronized (this) {
            nothingLeft = closed && underWay == 0 && waiting.isEmpty();
        }
        if (nothingLeft) {
            idle.complete(null);
        }
    }

    /**
     * Refuses calls from now on, and waits for those that were accepted.
     *
     * @param patience after this, calls that still wait are refused as well
     */
    void close(Duration patience) {
        synchronized (this) {
            closed = true;
        }
        completeIfIdle();
        idle.copy().completeOnTimeout(null, patience.toMillis(), TimeUnit.MILLISECONDS).join();
        List<Call<?>> refused;
        synchronized (this) {
            refused = new ArrayList<>(waiting);
            waiting.clear();
        }
        refused.forEach(call -> call.emitter.fail(RedisStoreExceptionFactory.closed()));
        completeIfIdle();
        idle.join();
    }

    private static final class Call<T> {

        private final Uni<T> call;
        private final UniEmitter<? super T> emitter;
        private final AtomicBoolean over = new AtomicBoolean();

        Call(Uni<T> call, UniEmitter<? super T> emitter) {
            this.call = call;
            this.emitter = emitter;
        }

        void begin(CallThrottle throttle) {
            try {
                call.subscribe().with(item -> {
                    end(throttle);
                    emitter.complete(item);
                }, failure -> fail(throttle, failure));
            } catch (RuntimeException | Error e) {
                // The memory did not suffice, say: the others must not wait behind this one for ever.
                fail(throttle, e);
            }
        }

        private void fail(CallThrottle throttle, Throwable failure) {
            end(throttle);
            emitter.fail(failure);
        }

        private void end(CallThrottle throttle) {
            if (over.compareAndSet(false, true)) {
                throttle.ended();
            }
        }
    }
}
