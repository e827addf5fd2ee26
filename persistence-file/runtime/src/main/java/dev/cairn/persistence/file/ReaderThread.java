package dev.cairn.persistence.file;

import java.util.function.Supplier;

import dev.cairn.spi.StoreException;
import io.smallrye.mutiny.Uni;

/** The one thread that reads journals, so that neither a caller nor a writer waits for the disk. */
final class ReaderThread {

    private final ThreadWorkQueue<Void> queue = new ThreadWorkQueue<>();
    private final StoreFailureState health;
    private final Thread thread;

    ReaderThread(StoreFailureState health) {
        this.health = health;
        this.thread = new Thread(this::run, "cairn-file-reader");
        thread.setDaemon(true);
        health.onFailure(queue::refuse);
    }

    void start() {
        thread.start();
    }

    /** Reads something. */
    <T> Uni<T> submit(Supplier<T> reading) {
        return queue.submit(nothing -> reading.get());
    }

    /** Finishes what was submitted, then refuses the rest. */
    void stop(StoreException reason) {
        queue.finish();
        ThreadJoiner.join(thread);
        queue.refuse(reason);
    }

    private void run() {
        try {
            ThreadWorkQueue.Task<Void, ?> task;
            while ((task = queue.take()) != null) {
                task.complete(null);
            }
        } catch (Throwable e) {
            health.fail(e);
        }
    }
}
