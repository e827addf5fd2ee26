package dev.cairn.engine.node;

import dev.cairn.engine.audit.EngineFailureTranslator;

/** Delay before the store is asked again for something that it failed to do: doubles each time, up to a bound. */
public final class StoreBackoff {

    public static final long FIRST_MILLIS = 100;
    private static final long LAST_MILLIS = 5_000;
    private static final long SOON_MILLIS = 500;
    /** A failure that the store calls permanent may pass all the same: another server may answer at its address later. */
    private static final long SELDOM_MILLIS = 10_000;

    private StoreBackoff() {}

    public static long after(long millis) {
        return Math.min(2 * millis, LAST_MILLIS);
    }

    /** Delay in milliseconds before work for all instances is tried again after a failure. */
    public static long after(Throwable failure) {
        return EngineFailureTranslator.isPermanent(failure) ? SELDOM_MILLIS : SOON_MILLIS;
    }
}
