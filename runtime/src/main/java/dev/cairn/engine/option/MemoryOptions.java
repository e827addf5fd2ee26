package dev.cairn.engine.option;

/**
 * Bounds of the memory that instances hold.
 *
 * @param budgetBytes the bytes that instances may hold in memory
 * @param waitMillis an instance that waits longer than this leaves the memory, if the store keeps its state
 * @param endedInstances maximum number of ended instances that are remembered if the store keeps nothing
 * @param endedBytes approximate maximum size of their outputs in bytes
 */
public record MemoryOptions(long budgetBytes, long waitMillis, int endedInstances, long endedBytes) {

    /** The share of the heap, in percent, that is the budget unless another one is given. */
    public static final int DEFAULT_BUDGET_PERCENT = 25;

    public MemoryOptions {
        if (budgetBytes < 1 || waitMillis < 0 || endedInstances < 0 || endedBytes < 0) {
            throw new IllegalArgumentException("Settings of the memory are out of range: " + budgetBytes + ", " + waitMillis
                    + ", " + endedInstances + ", " + endedBytes);
        }
    }

    /** With a budget that is the usual share of the heap. */
    public static MemoryOptions shared(long waitMillis, int endedInstances, long endedBytes) {
        return new MemoryOptions(Runtime.getRuntime().maxMemory() / 100 * DEFAULT_BUDGET_PERCENT, waitMillis, endedInstances,
                endedBytes);
    }

    /** The same with another budget. */
    MemoryOptions withBudget(long bytes) {
        return new MemoryOptions(bytes, waitMillis, endedInstances, endedBytes);
    }
}
