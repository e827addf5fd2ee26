package dev.cairn.driver;

import java.lang.management.ManagementFactory;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;

import com.sun.management.OperatingSystemMXBean;

import dev.cairn.time.TimeSource;

/**
 * Says whether the processors have little to spare, whoever uses them. They are looked at while somebody asks, once a second at the
 * most. Safe for any thread.
 */
final class Processors implements BooleanSupplier {

    static final int PERIOD_MILLIS = 1_000;
    /** What part of them is in use when they are busy, and when they are no longer: what is done about it makes it less. */
    static final double BUSY = 0.85;
    static final double RELAXED = 0.6;

    private final TimeSource time;
    private final Executor worker;
    private final DoubleSupplier load;
    private final AtomicBoolean looking = new AtomicBoolean();
    private volatile long lookedAtMillis;
    private volatile boolean busy;

    /**
     * @param worker where they are looked at
     * @param load the part that has been in use since it was asked before, 0 to 1; negative or not a number if that is not known
     */
    Processors(TimeSource time, Executor worker, DoubleSupplier load) {
        this.time = time;
        this.worker = worker;
        this.load = load;
        this.lookedAtMillis = time.elapsedMillis();
    }

    /** Of this machine, or of what part of it this application may use. */
    static DoubleSupplier loadOfMachine() {
        OperatingSystemMXBean machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return machine == null ? () -> -1 : machine::getCpuLoad;
    }

    /** @throws java.util.concurrent.RejectedExecutionException if there are no workers any more */
    @Override
    public boolean getAsBoolean() {
        if (time.elapsedMillis() - lookedAtMillis >= PERIOD_MILLIS && looking.compareAndSet(false, true)) {
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
            looking.set(false);
        }
    }
}
