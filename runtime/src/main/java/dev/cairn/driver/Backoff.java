package dev.cairn.driver;

/** How long to wait before the store is asked again for what it did not do: twice as long each time, up to a bound. */
final class Backoff {

    static final long FIRST_MILLIS = 100;
    private static final long LAST_MILLIS = 5_000;

    private Backoff() {}

    static long after(long millis) {
        return Math.min(2 * millis, LAST_MILLIS);
    }
}
