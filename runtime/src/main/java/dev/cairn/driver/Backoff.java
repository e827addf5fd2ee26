package dev.cairn.driver;

/** How long to wait before the store is asked again for what it did not do: twice as long each time, up to a bound. */
final class Backoff {

    static final long FIRST_MILLIS = 100;
    private static final long LAST_MILLIS = 5_000;
    private static final long SOON_MILLIS = 500;
    /** What a store calls permanent may pass all the same: behind its address there may be another server. */
    private static final long SELDOM_MILLIS = 10_000;

    private Backoff() {}

    static long after(long millis) {
        return Math.min(2 * millis, LAST_MILLIS);
    }

    /** When to do again what is done for all instances, after a failure. */
    static long after(Throwable failure) {
        return Failures.isPermanent(failure) ? SELDOM_MILLIS : SOON_MILLIS;
    }
}
