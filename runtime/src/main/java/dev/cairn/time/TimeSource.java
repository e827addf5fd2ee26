package dev.cairn.time;

import java.util.concurrent.TimeUnit;

/** The wall clock. */
@FunctionalInterface
public interface TimeSource {

    /** Milliseconds since 1970-01-01T00:00Z. May jump in either direction. */
    long millis();

    /**
     * Milliseconds since a fixed but unspecified moment: monotonic, so it measures durations. By default the wall clock, for
     * tests that control time.
     */
    default long elapsedMillis() {
        return millis();
    }

    /** As {@link #elapsedMillis}, in nanoseconds. */
    default long elapsedNanos() {
        return TimeUnit.MILLISECONDS.toNanos(elapsedMillis());
    }

    /** The clocks of the machine. */
    static TimeSource system() {
        return new TimeSource() {
            @Override
            public long millis() {
                return System.currentTimeMillis();
            }

            @Override
            public long elapsedMillis() {
                return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
            }

            @Override
            public long elapsedNanos() {
                return System.nanoTime();
            }
        };
    }
}
