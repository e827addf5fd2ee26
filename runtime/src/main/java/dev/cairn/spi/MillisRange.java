package dev.cairn.spi;

/**
 * A time between two moments, in milliseconds since the epoch.
 *
 * @param fromMillis inclusive; {@link Long#MIN_VALUE} for no bound
 * @param toMillis exclusive; {@link Long#MAX_VALUE} for no bound
 */
public record MillisRange(long fromMillis, long toMillis) {

    /** Without bounds. */
    public static final MillisRange ALWAYS = new MillisRange(Long.MIN_VALUE, Long.MAX_VALUE);

    /** True if it has no bounds. */
    public boolean isAlways() {
        return equals(ALWAYS);
    }

    /** True if a moment is within. */
    public boolean contains(long millis) {
        return millis >= fromMillis && millis < toMillis;
    }
}
