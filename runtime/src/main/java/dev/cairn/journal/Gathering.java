package dev.cairn.journal;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import dev.cairn.spi.InstanceWrite;

/**
 * Says whether writes wait a moment for others before they are committed together. What a commit costs the processors, whatever is in it, is
 * better spent on several where there is little of them to spare: so they wait only while the processors are busy, and where instances end so
 * often that commits for one end each would be under way half of the time. And only writes do that end their instances: with all others the
 * instance waits to go on, often with the next one.
 *
 * <p>
 * All but {@link #add} is for whoever deals with the signals of {@link GroupCommits}.
 */
final class Gathering {

    /** How long they wait, at the most. */
    static final int MILLIS = 1;
    /** So many need not wait: then few clients that ask again as soon as they are answered do not wait in vain for others. */
    static final int ENOUGH = 2 * Runtime.getRuntime().availableProcessors();

    /** The past counts as if it were so many commits long. */
    private static final double COMMITS = 32;
    /** How long it was before there was a commit: long enough that the first ones do not count as many. */
    private static final double QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** A pause that is longer than this, and a store that takes longer than that, say no more than one that does not. */
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long SLOWEST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    /** The same of the ends in a commit. */
    private static final int MOST_ENDS = 32;

    private final Surroundings around;
    private final Runnable signal;
    private final AtomicInteger urgent = new AtomicInteger();
    /** How long commits would have been under way, had each end had one of its own, and in how much time. */
    private double workNanos;
    private double passedNanos = QUIET_NANOS;
    private long begunAtNanos;
    private boolean timed;
    private volatile boolean timeIsUp;

    /**
     * @param signal run when what waited has waited long enough
     */
    Gathering(Surroundings around, Runnable signal) {
        this.around = around;
        this.signal = signal;
        this.begunAtNanos = around.time().elapsedNanos();
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

    /** True if so many writes that are queued wait, and nothing is under way; then there will be a signal. */
    boolean waits(int queued) {
        if (queued >= ENOUGH || urgent.get() > 0 || timeIsUp || 2 * workNanos < passedNanos) {
            return false;
        }
        try {
            return around.busy().getAsBoolean() && willEnd();
        } catch (RejectedExecutionException stopping) {
            return false;
        }
    }

    private boolean willEnd() {
        if (!timed) {
            around.timers().after(MILLIS, () -> {
                timeIsUp = true;
                signal.run();
            });
            timed = true;
        }
        return true;
    }

    /** A commit begins. */
    void begun() {
        long now = around.time().elapsedNanos();
        passedNanos = lessOf(passedNanos) + Math.min(now - begunAtNanos, LONGEST_PAUSE_NANOS);
        begunAtNanos = now;
        if (timeIsUp) {
            timeIsUp = false;
            timed = false;
        }
    }

    /** A commit of some writes has ended. */
    void ended(long tookNanos, Stream<InstanceWrite> writes) {
        long ends = Math.min(writes.filter(Gathering::isEnd).count(), MOST_ENDS);
        workNanos = lessOf(workNanos) + (double) Math.min(tookNanos, SLOWEST_NANOS) * ends;
    }

    private static double lessOf(double past) {
        return past * (1 - 1 / COMMITS);
    }
}
