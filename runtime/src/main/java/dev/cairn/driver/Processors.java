package dev.cairn.driver;

import java.lang.management.ManagementFactory;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
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
    private final AtomicLong lookedAtMillis;
    private volatile boolean busy;

    /**
     * @param worker where they are looked at
     * @param load the part that has been in use since it was asked before, 0 to 1; negative or not a number if that is not known
     */
    Processors(TimeSource time, Executor worker, DoubleSupplier load) {
        this.time = time;
        this.worker = worker;
        this.load = load;
        this.lookedAtMillis = new AtomicLong(time.elapsedMillis());
    }

    /** Of this machine, or of what part of it this application may use. */
    static DoubleSupplier loadOfMachine() {
        OperatingSystemMXBean machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return machine == null ? () -> -1 : machine::getCpuLoad;
    }

    @Override
    public boolean getAsBoolean() {
        long now = time.elapsedMillis();
        long before = lookedAtMillis.get();
        if (now - before >= PERIOD_MILLIS && lookedAtMillis.compareAndSet(before, now)) {
            worker.execute(this::look);
        }
        return busy;
    }

    private void look() {
        busy = load.getAsDouble() >= (busy ? RELAXED : BUSY);
    }
}
