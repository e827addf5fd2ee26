package dev.cairn.engine.concurrent;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Function;

import io.smallrye.mutiny.Uni;

/**
 * A value or failure that arrives once, and the callbacks that wait for it. Lock-free and thread-safe.
 *
 * @param <T> the value; may be null
 */
public final class Promise<T> {

    /** A {@link Waiter} (the last one, with those before it behind it), a {@link Result}, or null for neither. */
    private final AtomicReference<Object> content = new AtomicReference<>();

    /** A promise that has its value already. */
    public static <T> Promise<T> completed(T value) {
        Promise<T> completed = new Promise<>();
        completed.complete(value);
        return completed;
    }

    /** A promise that has failed already. */
    public static <T> Promise<T> failed(Throwable failure) {
        Promise<T> failed = new Promise<>();
        failed.fail(failure);
        return failed;
    }

    /** Subscribes to a {@link Uni}, and settles as it does. */
    public static <T> Promise<T> of(Uni<T> uni) {
        Promise<T> promise = new Promise<>();
        uni.subscribe().with(promise::complete, promise::fail);
        return promise;
    }

    /**
     * Tells a listener once there is a value or failure; at once if there is already. Listeners are told in the order in which they
     * came, so that the one of the operation itself, which cleans up, comes before those of its callers.
     *
     * @return takes the listener back; has no effect once it was told
     */
    public Runnable listen(BiConsumer<? super T, Throwable> listener) {
        Waiter<T> waiter = new Waiter<>(listener);
        while (true) {
            Object now = content.get();
            if (now instanceof Result) {
                tell(waiter, now);
                return () -> {};
            }
            waiter.next = Promise.<T>waiters(now);
            while (waiter.next != null && waiter.next.listener == null) {
                // Callers that wait repeatedly, with a timeout each time, leave nothing behind.
                waiter.next = waiter.next.next;
            }
            if (content.compareAndSet(now, waiter)) {
                return () -> waiter.listener = null;
            }
        }
    }

    /** Gives the value; only the first value or failure counts. */
    public void complete(T value) {
        settle(new Result<>(value, null));
    }

    /** Gives a failure; never null, which would be taken for a value. */
    public void fail(Throwable failure) {
        settle(new Result<>(null, Objects.requireNonNull(failure, "failure")));
    }

    /** Gives a value, or a failure if there is one. */
    public void settle(T value, Throwable failure) {
        if (failure == null) {
            complete(value);
        } else {
            fail(failure);
        }
    }

    /** As a {@link Uni}; who no longer waits is forgotten. */
    public Uni<T> uni() {
        return uni(this::listen);
    }

    /**
     * As a {@link Uni} that asks once for each subscription.
     *
     * @param asking gives its listener a value or failure; returns how to take the listener back
     */
    public static <T> Uni<T> uni(Function<BiConsumer<T, Throwable>, Runnable> asking) {
        return Uni.createFrom().emitter(emitter -> emitter.onTermination(asking.apply((value, failure) -> {
            if (failure == null) {
                emitter.complete(value);
            } else {
                emitter.fail(failure);
            }
        })));
    }

    /** True if a callback waits for it. */
    public boolean waitedFor() {
        for (Waiter<T> waiter = waiters(content.get()); waiter != null; waiter = waiter.next) {
            if (waiter.listener != null) {
                return true;
            }
        }
        return false;
    }

    /** Number of callbacks kept, including those that gave up. */
    int waiters() {
        int count = 0;
        for (Waiter<T> waiter = waiters(content.get()); waiter != null; waiter = waiter.next) {
            count++;
        }
        return count;
    }

    /** The value, or null if there is none yet, or a failure. */
    @SuppressWarnings("unchecked")
    public T value() {
        return content.get() instanceof Result ? ((Result<T>) content.get()).value : null;
    }

    /** True if there is a value or failure. */
    public boolean settled() {
        return content.get() instanceof Result;
    }

    private void settle(Result<T> result) {
        Object now;
        do {
            now = content.get();
            if (now instanceof Result) {
                return;
            }
        } while (!content.compareAndSet(now, result));
        for (Waiter<T> waiter = reversed(waiters(now)); waiter != null; waiter = waiter.next) {
            tell(waiter, result);
        }
    }

    /** The first one comes first then. */
    private static <T> Waiter<T> reversed(Waiter<T> last) {
        Waiter<T> first = null;
        for (Waiter<T> waiter = last; waiter != null;) {
            Waiter<T> next = waiter.next;
            waiter.next = first;
            first = waiter;
            waiter = next;
        }
        return first;
    }

    @SuppressWarnings("unchecked")
    private static <T> Waiter<T> waiters(Object content) {
        return content instanceof Waiter ? (Waiter<T>) content : null;
    }

    @SuppressWarnings("unchecked")
    private static <T> void tell(Waiter<T> waiter, Object result) {
        BiConsumer<? super T, Throwable> listener = waiter.listener;
        if (listener != null) {
            Result<T> settled = (Result<T>) result;
            listener.accept(settled.value, settled.failure);
        }
    }

    private static final class Waiter<T> {
        private volatile BiConsumer<? super T, Throwable> listener;
        private Waiter<T> next;

        Waiter(BiConsumer<? super T, Throwable> listener) {
            this.listener = listener;
        }
    }

    private record Result<T>(T value, Throwable failure) {}
}
