package dev.cairn.persistence.jpa;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jboss.logging.Logger;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;

/** Threads of the store that wait for the database, so that no other thread has to. */
final class DatabaseThreads {

    private static final Logger LOG = Logger.getLogger(JpaStoreLogCategory.CATEGORY);

    private final int mostWaiting;
    private final ThreadPoolExecutor executor;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    /** @param mostWaiting maximum number of tasks that wait for a free thread; further ones are refused */
    DatabaseThreads(String name, int count, int mostWaiting) {
        this.mostWaiting = mostWaiting;
        executor = new ThreadPoolExecutor(count, count, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(mostWaiting), task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        }) {
            @Override
            protected void terminated() {
                ended.complete(null);
            }
        };
    }

    /** Does something on one of the threads when the result is subscribed to; the result comes on that thread. */
    <T> Uni<T> submit(Supplier<T> work) {
        return Uni.createFrom().emitter(emitter -> {
            try {
                executor.execute(new Task<>(work, emitter));
            } catch (RejectedExecutionException e) {
                emitter.fail(
                        executor.isShutdown() ? JpaStoreExceptionFactory.closed() : JpaStoreExceptionFactory.busy(mostWaiting));
            }
        });
    }

    private record Task<T>(Supplier<T> work, UniEmitter<? super T> emitter) implements Runnable {

        @Override
        public void run() {
            T result;
            try {
                result = work.get();
            } catch (Throwable e) {
                // Errors included: the caller must receive them, and the thread has no other use for them.
                emitter.fail(e);
                return;
            }
            try {
                emitter.complete(result);
            } catch (RuntimeException e) {
                LOG.error(
                        "CAIRN-0554: The caller of a store operation failed while it handled the result. The operation itself"
                                + " is done; please report this",
                        e);
            }
        }
    }

    /**
     * Takes nothing more, does what was submitted before, and returns when it is done.
     *
     * @param patience after this, what still waits for a thread is refused; after as long again, this returns in any case
     * @param all wait together, however many there are
     */
    static void close(Duration patience, DatabaseThreads... all) {
        for (DatabaseThreads threads : all) {
            threads.executor.shutdown();
        }
        if (!end(patience, all)) {
            for (DatabaseThreads threads : all) {
                threads.refuseWaiting();
            }
            end(patience, all);
        }
    }

    private void refuseWaiting() {
        List<Runnable> waiting = new ArrayList<>();
        executor.getQueue().drainTo(waiting);
        waiting.forEach(task -> ((Task<?>) task).emitter.fail(JpaStoreExceptionFactory.closed()));
    }

    private static boolean end(Duration patience, DatabaseThreads... all) {
        CompletableFuture<?>[] ended = Stream.of(all).map(threads -> threads.ended).toArray(CompletableFuture[]::new);
        try {
            CompletableFuture.allOf(ended).get(patience.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("Nothing completes these futures with a failure", impossible);
        } catch (InterruptedException e) {
            // An interrupted caller does not wait.
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
