package dev.cairn.persistence.jpa;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.jboss.logging.Logger;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;

/** A few threads of the store that wait for the database, so that nobody else has to. */
final class Threads implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(JpaStore.class);

    private final ThreadPoolExecutor executor;

    Threads(String name, int count) {
        executor = new ThreadPoolExecutor(count, count, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Does something on one of the threads when the result is subscribed to; the result comes on that thread. */
    <T> Uni<T> submit(Supplier<T> work) {
        return Uni.createFrom().emitter(emitter -> {
            try {
                executor.execute(() -> run(work, emitter));
            } catch (RejectedExecutionException e) {
                emitter.fail(Failures.closed());
            }
        });
    }

    private static <T> void run(Supplier<T> work, UniEmitter<? super T> emitter) {
        T result;
        try {
            result = work.get();
        } catch (Throwable e) {
            // An error included: whoever waits must hear of it, and the thread has nothing else to do with it.
            emitter.fail(e);
            return;
        }
        try {
            emitter.complete(result);
        } catch (RuntimeException e) {
            LOG.error("CAIRN-0554: Whoever asked the store failed to take the answer", e);
        }
    }

    /** Does what was submitted before, and nothing more; returns when it is done. */
    @Override
    public void close() {
        executor.shutdown();
        boolean interrupted = false;
        while (true) {
            try {
                if (executor.awaitTermination(1, TimeUnit.MINUTES)) {
                    break;
                }
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
