package dev.cairn.persistence.file;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import org.jboss.logging.Logger;

import dev.cairn.spi.StoreException;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;

/**
 * The work queue of one thread.
 *
 * @param <C> the context of the tasks
 */
final class ThreadWorkQueue<C> {

    private static final Logger LOG = Logger.getLogger(FileStoreLogCategory.CATEGORY);

    /**
     * Something to do.
     *
     * @param work computes the result; null for a task that only wakes the thread
     * @param emitter receives the result
     */
    record Task<C, T>(Function<C, T> work, UniEmitter<? super T> emitter) {

        /**
         * Does work that changes nothing, and gives its result or failure to the caller. A failure such as exhausted memory
         * concerns only this caller.
         */
        void complete(C context) {
            if (work == null) {
                return;
            }
            T result;
            try {
                result = work.apply(context);
            } catch (RuntimeException | Error e) {
                fail(e);
                return;
            }
            answer(result);
        }

        /** Gives a result to the caller. Failures of the caller are no matter of the store. */
        void answer(T result) {
            try {
                emitter.complete(result);
            } catch (RuntimeException | Error e) {
                reportUntaken(e);
            }
        }

        void fail(Throwable reason) {
            if (work == null) {
                return;
            }
            try {
                emitter.fail(reason);
            } catch (RuntimeException | Error e) {
                reportUntaken(e);
            }
        }

        private static void reportUntaken(Throwable failure) {
            try {
                LOG.error(
                        "CAIRN-0522: The caller of a store operation failed while it handled the result. The operation itself"
                                + " is done; please report this",
                        failure);
            } catch (RuntimeException | Error noMemory) {
                // Others wait behind this one.
            }
        }
    }

    private final LinkedBlockingQueue<Task<C, ?>> tasks = new LinkedBlockingQueue<>();
    private final Task<C, ?> last = new Task<>(null, null);
    private volatile boolean ended;
    private volatile StoreException refusal;

    /** Asks for something when the result is subscribed to. */
    <T> Uni<T> submit(Function<C, T> work) {
        return Uni.createFrom().emitter(emitter -> {
            tasks.add(new Task<>(work, emitter));
            // The thread may have ended before the line above; then no other code would answer.
            if (refusal != null) {
                failAll();
            }
        });
    }

    /** Makes the thread look around. */
    void wake() {
        tasks.add(new Task<>(null, null));
    }

    /** Makes the queue end behind what was submitted before. */
    void finish() {
        tasks.add(last);
    }

    /** From now on everything fails, what is waiting included, and the queue ends. */
    void refuse(StoreException reason) {
        if (refusal == null) {
            refusal = reason;
        }
        failAll();
    }

    private void failAll() {
        Task<C, ?> task;
        while ((task = tasks.poll()) != null) {
            task.fail(refusal);
        }
        tasks.add(last);
    }

    /** True if there is nothing more to come. */
    boolean ended() {
        return ended;
    }

    /** Waits for the next task; null when the queue has ended. */
    Task<C, ?> take() throws InterruptedException {
        return unlessLast(tasks.take());
    }

    /** The next task, or null if there is none now. */
    Task<C, ?> poll() {
        return unlessLast(tasks.poll());
    }

    /** The next task, or null if none comes in time. */
    Task<C, ?> poll(long timeoutNanos) throws InterruptedException {
        return unlessLast(tasks.poll(timeoutNanos, TimeUnit.NANOSECONDS));
    }

    private Task<C, ?> unlessLast(Task<C, ?> task) {
        if (task != last) {
            return task;
        }
        ended = true;
        return null;
    }
}
