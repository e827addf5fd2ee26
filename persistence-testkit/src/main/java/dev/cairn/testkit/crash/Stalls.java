package dev.cairn.testkit.crash;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Measures for how long the machine left this JVM, which does not crash, without processor time: a thread wants to run every 50 ms, and
 * writes into the ledger how late it is. From when this is made until it is closed.
 */
public final class Stalls implements AutoCloseable {

    private static final long TICK_MILLIS = 50;

    private final CrashLedger ledger;
    private final LongSupplier nanos;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread ticker = new Thread(this::tick, "stalls");

    /** Begins to measure. */
    public Stalls(CrashLedger ledger) {
        this(ledger, System::nanoTime);
    }

    Stalls(CrashLedger ledger, LongSupplier nanos) {
        this.ledger = ledger;
        this.nanos = nanos;
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
                long beganNanos = nanos.getAsLong();
                over = closed.await(TICK_MILLIS, TimeUnit.MILLISECONDS);
                long tookMicros = TimeUnit.NANOSECONDS.toMicros(nanos.getAsLong() - beganNanos);
                ledger.stalled(tookMicros - TimeUnit.MILLISECONDS.toMicros(TICK_MILLIS));
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
