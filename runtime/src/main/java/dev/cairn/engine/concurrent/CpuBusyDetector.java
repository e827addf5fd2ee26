package dev.cairn.engine.concurrent;

import java.lang.management.ManagementFactory;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;

import com.sun.management.OperatingSystemMXBean;

import dev.cairn.time.TimeSource;

/**
 * Tells if the processors are busy, with work of any process. The load is measured only while it is asked for, at most once a
 * second. Thread-safe.
 */
public final class CpuBusyDetector implements BooleanSupplier {

    public static final int PERIOD_MILLIS = 1_000;
    /**
     * Load above which the processors are busy, and load below which they no longer are: the reaction to it lowers the load.
     */
    public static final double BUSY = 0.85;
    public static final double RELAXED = 0.6;

    private final TimeSource time;
    private final Executor worker;
    private final DoubleSupplier load;
    private final AtomicBoolean measuring = new AtomicBoolean();
    private volatile long lookedAtMillis;
    private volatile boolean busy;

    /**
     * @param worker runs the measurement
     * @param load the share that has been in use since the previous call, 0 to 1; negative or NaN if it is not known
     */
    public CpuBusyDetector(TimeSource time, Executor worker, DoubleSupplier load) {
        this.time = time;
        this.worker = worker;
        this.load = load;
        this.lookedAtMillis = time.elapsedMillis();
    }

    /** Load of this machine, or of the part that this application may use. */
    public static DoubleSupplier loadOfMachine() {
        OperatingSystemMXBean machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return machine == null ? () -> -1 : machine::getCpuLoad;
    }

    /** @throws java.util.concurrent.RejectedExecutionException if there are no workers any more */
    @Override
    public boolean getAsBoolean() {
        if (time.elapsedMillis() - lookedAtMillis >= PERIOD_MILLIS && measuring.compareAndSet(false, true)) {
            worker.execute(this::look);
        }
        return busy;
    }

    private void look() {
        try {
            busy = load.getAsDouble() >= (busy ? RELAXED : BUSY);
        } finally {
            // Now, not when it was asked for: of a short time the load says little.
            lookedAtMillis = time.elapsedMillis();
            measuring.set(false);
        }
    }
}
