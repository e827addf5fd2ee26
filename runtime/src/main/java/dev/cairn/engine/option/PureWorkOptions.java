package dev.cairn.engine.option;

/**
 * Bounds of pure work.
 *
 * @param eventLoopBudget pure work that an instance may do on an event loop before it is moved to a worker; an operation costs
 *        1, an expression its own cost
 * @param workerBudget maximum cost of a single operation on any thread; exceeding it is an expression error
 * @param instanceBudget pure work that an instance may do from one effect to the next
 * @param maxWaiting amount of work that may wait for a worker before starts are refused that need one
 */
public record PureWorkOptions(int eventLoopBudget, int workerBudget, long instanceBudget, int maxWaiting) {

    private static final long DEFAULT_INSTANCE_BUDGET = 10_000_000_000L;
    private static final int DEFAULT_MAX_WAITING = 10_000;

    public PureWorkOptions {
        if (eventLoopBudget < 1 || workerBudget < 1 || instanceBudget < 1 || maxWaiting < 1) {
            throw new IllegalArgumentException("Bounds of pure work are out of range: " + eventLoopBudget + ", " + workerBudget
                    + ", " + instanceBudget + ", " + maxWaiting);
        }
    }

    /** With the bounds of an instance and of the queue that the documentation calls the defaults. */
    public static PureWorkOptions slices(int eventLoopBudget, int workerBudget) {
        return new PureWorkOptions(eventLoopBudget, workerBudget, DEFAULT_INSTANCE_BUDGET, DEFAULT_MAX_WAITING);
    }
}
