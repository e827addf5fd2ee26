package dev.cairn.persistence.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import dev.cairn.persistence.file.index.InstanceStateOverlay;
import dev.cairn.persistence.file.index.PersistentStoreIndex;
import dev.cairn.persistence.file.log.LogSegment;
import dev.cairn.spi.StoreException;
import dev.cairn.time.TimeSource;
import io.smallrye.mutiny.Uni;

/**
 * The one thread that changes the index: it applies what the writer published, makes it durable now and then, lets go of segments
 * that are no longer needed, and answers what has to be looked for in an order. Every answer takes in all that was published before
 * the question.
 */
final class IndexThread {

    private static final TimeSource TIME = TimeSource.system();
    /** Maximum time that published states wait without a query. */
    private static final long APPLY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    /** Maximum time to wait for a moment without a commit. */
    private static final long PREPARE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    /** After so long without anything to do, what was applied is made durable; in the log it is so already. */
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** For how long something is applied, at the most, before it is made durable. */
    private static final long COMMIT_NANOS = TimeUnit.SECONDS.toNanos(4);

    private final PersistentStoreIndex index;
    private final InstanceStateOverlay states;
    private final SegmentLog log;
    private final LogCleaner cleaner;
    private final long life;
    private final StoreMaintenanceThresholds sizing;
    private final StoreFailureState health;
    private final ThreadWorkQueue<PersistentStoreIndex> queue = new ThreadWorkQueue<>();
    private final Thread thread;
    private long committedAtNanos = TIME.elapsedNanos();
    private boolean quiet;

    IndexThread(PersistentStoreIndex index, InstanceStateOverlay states, SegmentLog log, LogCleaner cleaner, long life,
            StoreFailureState health, StoreMaintenanceThresholds sizing) {
        this.index = index;
        this.states = states;
        this.log = log;
        this.cleaner = cleaner;
        this.life = life;
        this.health = health;
        this.sizing = sizing;
        this.thread = new Thread(this::run, "cairn-file-indexer");
        thread.setDaemon(true);
        health.onFailure(queue::refuse);
    }

    void start() {
        thread.start();
    }

    /** Says that there is something to apply. */
    void wake() {
        queue.wake();
    }

    /** Looks something up. */
    <T> Uni<T> submit(Function<PersistentStoreIndex, T> question) {
        return queue.submit(question);
    }

    /** Answers what was asked, makes the index durable, then refuses the rest. */
    void stop(StoreException reason) {
        queue.finish();
        ThreadJoiner.join(thread);
        queue.refuse(reason);
    }

    private void run() {
        List<ThreadWorkQueue.Task<PersistentStoreIndex, ?>> tasks = new ArrayList<>();
        try {
            while (!queue.ended()) {
                await(tasks);
                apply();
                tasks.forEach(task -> task.complete(index));
                tasks.clear();
                cleaner.step();
                log.prepare();
                log.trim();
                if (commitDue()) {
                    commit();
                }
            }
            if (health.good()) {
                apply();
                commit();
            }
        } catch (Throwable e) {
            // An index that falls behind for ever would keep the log from ever getting shorter.
            StoreException failure = health.fail(e);
            tasks.forEach(task -> task.fail(failure));
        }
    }

    private void await(List<ThreadWorkQueue.Task<PersistentStoreIndex, ?>> tasks) throws InterruptedException {
        ThreadWorkQueue.Task<PersistentStoreIndex, ?> task = next();
        while (task != null) {
            tasks.add(task);
            task = queue.poll();
        }
    }

    private ThreadWorkQueue.Task<PersistentStoreIndex, ?> next() throws InterruptedException {
        quiet = false;
        if (cleaner.busy() || log.isLate()) {
            return queue.poll();
        }
        if (log.hasToPrepare()) {
            return queue.poll(PREPARE_NANOS);
        }
        if (states.waiting() > 0) {
            return queue.poll(APPLY_NANOS);
        }
        if (behind() > 0) {
            ThreadWorkQueue.Task<PersistentStoreIndex, ?> task = queue.poll(QUIET_NANOS);
            quiet = task == null;
            return task;
        }
        return queue.take();
    }

    private void apply() throws IOException {
        for (int left = states.batches(); left > 0; left--) {
            states.take();
            // Behind the line above: what was taken may lie in a segment that was begun just before.
            log.segments().forEach(segment -> index.use().know(segment.start(), segment.sequence()));
            states.apply();
            if (tooMuch()) {
                commit();
            }
        }
        cleaner.changed();
    }

    /** Keys lie all over the index, so what changes a few bytes each may keep much of it in memory until it is committed. */
    private boolean tooMuch() {
        return behind() > sizing.behindBytes() || index.unsavedBytes() > sizing.unsavedBytes();
    }

    private long behind() {
        return states.appliedEnd() - index.marker();
    }

    private boolean commitDue() {
        return behind() > 0 && (quiet || TIME.elapsedNanos() - committedAtNanos > COMMIT_NANOS)
                || !cleaner.droppable(states.appliedEnd()).isEmpty();
    }

    private void commit() throws IOException {
        List<LogSegment> droppable = cleaner.droppable(states.appliedEnd());
        // Includes the segment that was begun behind them: otherwise no file would be known at the end of the index.
        log.segments().forEach(segment -> index.use().know(segment.start(), segment.sequence()));
        droppable.forEach(segment -> index.use().forget(segment.start()));
        index.commit(states.appliedEnd(), life);
        committedAtNanos = TIME.elapsedNanos();
        // Only now: an index that was not durable would point into what is gone.
        for (LogSegment segment : droppable) {
            log.drop(segment.start());
        }
    }
}
