package dev.cairn.persistence.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import dev.cairn.persistence.file.disk.FileStoreExceptionFactory;
import dev.cairn.spi.StoreException;
import io.smallrye.mutiny.Uni;

/**
 * The one thread that writes to the log. It takes all waiting groups, makes them durable with one commit and one sync, shows
 * them to readers, and only then answers.
 */
final class WriterThread {

    private final String location;
    private final Runnable published;
    private final StoreFailureState health;
    private final WriteGroup group;
    private final ThreadWorkQueue<WriteGroup> queue = new ThreadWorkQueue<>();
    private final List<Staged<?>> staged = new ArrayList<>();
    private final Thread thread;
    /** The task being staged, or null: an error ends this thread, and the caller must receive it. */
    private ThreadWorkQueue.Task<WriteGroup, ?> staging;

    /**
     * @param location of the store, for messages
     * @param published told when there is something new to apply to the index
     */
    WriterThread(String location, WriteGroup group, Runnable published, StoreFailureState health) {
        this.location = location;
        this.group = group;
        this.published = published;
        this.health = health;
        this.thread = new Thread(this::run, "cairn-file-writer");
        thread.setDaemon(true);
        health.onFailure(queue::refuse);
    }

    void start() {
        thread.start();
    }

    /** Changes something; the result comes when it is durable. */
    <T> Uni<T> submit(Function<WriteGroup, T> change) {
        return queue.submit(change);
    }

    /** Finishes what was submitted; then refuses the rest. */
    void stop(StoreException reason) {
        queue.finish();
        ThreadJoiner.join(thread);
        queue.refuse(reason);
    }

    private void run() {
        try {
            while (!queue.ended()) {
                ThreadWorkQueue.Task<WriteGroup, ?> task = queue.take();
                while (task != null) {
                    stage(task);
                    task = group.isFull() ? null : queue.poll();
                }
                commit();
                group.makeRoom();
            }
        } catch (Throwable e) {
            // Nothing can be acknowledged any more, not even what may be on the disk.
            StoreException failure = health.fail(e);
            staged.forEach(one -> one.task.fail(failure));
            if (staging != null) {
                staging.fail(failure);
            }
        }
    }

    private <T> void stage(ThreadWorkQueue.Task<WriteGroup, T> task) {
        if (task.work() == null) {
            return;
        }
        staging = task;
        try {
            T result = group.stage(task.work());
            staged.add(new Staged<>(task, result));
        } catch (RuntimeException e) {
            task.fail(e);
        } catch (WriteGroup.UnfitChangeError e) {
            task.fail(FileStoreExceptionFactory.noMemory(location, e.getCause()));
        }
        staging = null;
    }

    private void commit() throws IOException {
        // Another thread may have failed, and this one have taken a task before it was told.
        health.check();
        if (group.commit()) {
            published.run();
        }
        List<Staged<?>> done = List.copyOf(staged);
        staged.clear();
        done.forEach(Staged::complete);
    }

    private record Staged<T>(ThreadWorkQueue.Task<WriteGroup, T> task, T result) {

        void complete() {
            task.answer(result);
        }
    }
}
