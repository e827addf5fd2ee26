package dev.cairn.driver;

/**
 * Bounds of pure work.
 *
 * @param instanceBudget how much an instance may compute from one effect to the next; an operation costs 1, an expression what it does
 * @param maxWaiting how much work may wait for a worker before starts are refused that need one
 */
public record WorkOptions(long instanceBudget, int maxWaiting) {

    /** What the documentation calls the defaults. */
    public static final WorkOptions DEFAULTS = new WorkOptions(10_000_000_000L, 10_000);

    public WorkOptions {
        if (instanceBudget < 1 || maxWaiting < 1) {
            throw new IllegalArgumentException(
                    "Bounds of pure work are out of range: " + instanceBudget + ", " + maxWaiting);
        }
    }
}
