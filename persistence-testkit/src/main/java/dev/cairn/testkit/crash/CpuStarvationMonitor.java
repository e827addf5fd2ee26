package dev.cairn.testkit.crash;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Measures how long the machine leaves this JVM, which does not crash, without processor time. A thread is due every 50 ms. If it runs
 * more than 100 ms late, it records a stall. It runs from the construction until {@link #close}.
 */
public final class CpuStarvationMonitor implements AutoCloseable {

    private static final long TICK_MILLIS = 50;
    private static final long TICK_MICROS = TimeUnit.MILLISECONDS.toMicros(TICK_MILLIS);
    private static final long STALL_MICROS = 100_000;

    private final CrashRunObservations ledger;
    private final LongSupplier micros;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread ticker = new Thread(this::tick, "stalls");

    /** Begins to measure. */
    public CpuStarvationMonitor(CrashRunObservations ledger) {
        this(ledger, MicrosecondClock::micros);
    }

    CpuStarvationMonitor(CrashRunObservations ledger, LongSupplier micros) {
        this.ledger = ledger;
        this.micros = micros;
        ticker.setDaemon(true);
        ticker.start();
    }

    @Override
    public void close() throws InterruptedException {
        closed.countDown();
        ticker.join();
    }

    private void tick() {
        try {
            boolean over = false;
            while (!over) {
                long dueMicros = micros.getAsLong() + TICK_MICROS;
                over = closed.await(TICK_MILLIS, TimeUnit.MILLISECONDS);
                long atMicros = micros.getAsLong();
                if (atMicros - dueMicros > STALL_MICROS) {
                    ledger.stalled(new CrashRunObservations.Stall(dueMicros, atMicros));
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
