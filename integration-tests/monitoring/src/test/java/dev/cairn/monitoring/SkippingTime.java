package dev.cairn.monitoring;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import jakarta.annotation.Priority;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;

import dev.cairn.time.TimeSource;

/** The time of the machine, of which a test can skip some. */
@Singleton
@Alternative
@Priority(1)
public class SkippingTime implements TimeSource {

    private final AtomicLong skippedMillis = new AtomicLong();

    /** Goes on this much later. */
    public void skip(long millis) {
        skippedMillis.addAndGet(millis);
    }

    @Override
    public long millis() {
        return TimeSource.system().millis() + skippedMillis.get();
    }

    @Override
    public long elapsedMillis() {
        return TimeSource.system().elapsedMillis() + skippedMillis.get();
    }

    @Override
    public long elapsedNanos() {
        return TimeSource.system().elapsedNanos() + TimeUnit.MILLISECONDS.toNanos(skippedMillis.get());
    }
}
