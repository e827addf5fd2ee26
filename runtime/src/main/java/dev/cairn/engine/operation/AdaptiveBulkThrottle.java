package dev.cairn.engine.operation;

import java.util.function.IntSupplier;

import dev.cairn.engine.node.NodeContext;

/**
 * Computes the pauses of a bulk command that leave room for other work. It measures the journal's writes while some instances
 * were asked. If other work wrote as much as the command, the pause is as long as the measured time; if it wrote more, the
 * pause is longer. A command that runs alone does not pause. Work that the command has started, such as retried instances,
 * counts as other work: so the command does not start more than is completed. Not thread-safe.
 */
public final class AdaptiveBulkThrottle {

    /** A pause is this many times as long as the work before, at most: the command goes on however busy the others are. */
    static final int MAX_RATIO = 4;
    static final long MAX_PAUSE_MILLIS = 2_000;
    /** While the store fails, or as many instances are being loaded as may be. */
    static final long TROUBLE_PAUSE_MILLIS = 250;
    /** Divisor: fewer writes of others than the asked instances divided by this are noise. */
    private static final int NOISE = 8;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int MAX_LOADING = 64;

    private final NodeContext context;
    private final IntSupplier loadingInstances;
    private long sinceNanos;
    private long writesBefore;
    private int asked;

    /** @param loadingInstances number of instances that are being brought into memory */
    public AdaptiveBulkThrottle(NodeContext context, IntSupplier loadingInstances) {
        this.context = context;
        this.loadingInstances = loadingInstances;
        begin();
    }

    private void begin() {
        sinceNanos = context.time().elapsedNanos();
        writesBefore = context.journal().writes();
        asked = 0;
    }

    /** An instance was asked and has answered. */
    public void answered() {
        asked++;
    }

    /**
     * Length of the pause that is due now.
     *
     * @param most number of instances after which it measures
     */
    public long pauseMillis(int most) {
        if (context.trouble().isPresent() || loadingInstances.getAsInt() >= MAX_LOADING) {
            begin();
            return TROUBLE_PAUSE_MILLIS;
        }
        if (asked < most) {
            return 0;
        }
        long elapsedNanos = context.time().elapsedNanos() - sinceNanos;
        long others = context.journal().writes() - writesBefore - asked;
        long pause = others * NOISE <= asked ? 0
                : Math.min(MAX_PAUSE_MILLIS,
                        Math.min(MAX_RATIO * elapsedNanos, others * elapsedNanos / asked) / NANOS_PER_MILLI);
        if (pause == 0) {
            begin();
        }
        return pause;
    }

    /** The pause is over. */
    public void paused() {
        begin();
    }
}
