package dev.cairn.journal;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import dev.cairn.spi.InstanceWrite;

/**
 * Decides if writes wait a moment for others before they are committed together. The fixed cost of a commit is better shared if
 * processor time is scarce. So writes wait only while the processors are busy, and only if instances end so often that separate
 * commits for each end would be under way half of the time. Only writes that end their instances wait: with all others the
 * instance waits to go on, often with the next write.
 *
 * <p>
 * All methods except {@link #add} belong to the thread that handles the signals of {@link GroupCommits}.
 */
final class CommitDelayPolicy {

    /** Maximum waiting time. */
    static final int MILLIS = 1;
    /**
     * A group of this size need not wait: otherwise a few clients that send their next request after each answer would wait in
     * vain for others.
     */
    static final int BUSY_THRESHOLD = 2 * Runtime.getRuntime().availableProcessors();

    /** The past counts as this number of commits. */
    private static final double COMMITS = 32;
    /** Assumed pause before the first commit: long enough that the first ones do not count as many. */
    private static final double QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Longer pauses, and longer times of the store, count as this. */
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long SLOWEST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    /** The same of the ends in a commit. */
    private static final int MAX_ENDS = 32;

    private final JournalDependencies context;
    private final Runnable signal;
    private final AtomicInteger urgent = new AtomicInteger();
    /** Time that commits would have been under way if each end had its own commit, and the time over which this is measured. */
    private double workNanos;
    private double passedNanos = QUIET_NANOS;
    private long begunAtNanos;
    private boolean timed;
    private volatile boolean timeIsUp;

    /** @param signal run when waiting writes have waited long enough */
    CommitDelayPolicy(JournalDependencies context, Runnable signal) {
        this.context = context;
        this.signal = signal;
        this.begunAtNanos = context.time().elapsedNanos();
    }

    /** A write will be queued. */
    void add(InstanceWrite write) {
        if (!isEnd(write)) {
            urgent.getAndIncrement();
        }
    }

    /** A write is queued no longer. */
    void take(InstanceWrite write) {
        if (!isEnd(write)) {
            urgent.getAndDecrement();
        }
    }

    private static boolean isEnd(InstanceWrite write) {
        return write.row().status().ended();
    }

    /** True if the queued writes wait, and nothing is under way; then there will be a signal. */
    boolean waits(int queued) {
        if (queued >= BUSY_THRESHOLD || urgent.get() > 0 || timeIsUp || 2 * workNanos < passedNanos) {
            return false;
        }
        try {
            return context.busy().getAsBoolean() && willEnd();
        } catch (RejectedExecutionException stopping) {
            return false;
        }
    }

    private boolean willEnd() {
        if (!timed) {
            context.timers().after(MILLIS, () -> {
                timeIsUp = true;
                signal.run();
            });
            timed = true;
        }
        return true;
    }

    /** A commit begins. */
    void begun() {
        long now = context.time().elapsedNanos();
        passedNanos = lessOf(passedNanos) + Math.min(now - begunAtNanos, LONGEST_PAUSE_NANOS);
        begunAtNanos = now;
        if (timeIsUp) {
            timeIsUp = false;
            timed = false;
        }
    }

    /** A commit of some writes has ended. */
    void ended(long tookNanos, Stream<InstanceWrite> writes) {
        long ends = Math.min(writes.filter(CommitDelayPolicy::isEnd).count(), MAX_ENDS);
        workNanos = lessOf(workNanos) + (double) Math.min(tookNanos, SLOWEST_NANOS) * ends;
    }

    private static double lessOf(double past) {
        return past * (1 - 1 / COMMITS);
    }
}
