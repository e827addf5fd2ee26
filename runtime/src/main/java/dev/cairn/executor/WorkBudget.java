package dev.cairn.executor;

import java.util.function.BooleanSupplier;

import dev.cairn.jq.EvaluationHost;

/** Limits the work of an instance, and counts it. */
abstract class WorkBudget implements EvaluationHost {

    /** Units between two looks at whether an evaluation is to stop: some milliseconds of work. */
    private static final int UNITS_BETWEEN_LOOKS = 1 << 18;

    /** The rest of the current part of the budget; the remainder is in reserve. */
    private int budget;
    private int reserve;
    /** The budget of this run, plus the use of all earlier runs since the count began. */
    private int granted;
    private long usedBefore;
    /** Work of a run on a worker before it yields between two operations. */
    private int sliceUnits = Integer.MAX_VALUE;
    private BooleanSupplier interruption = () -> false;

    /** The rest of the last run's budget; negative if the run took more. */
    public int budget() {
        return budget + reserve;
    }

    void budget(int units) {
        usedBefore = worked();
        granted = units;
        budget = units;
        reserve = 0;
    }

    /** As {@link #budget(int)}; an evaluation that uses much of it can be interrupted. */
    void interruptibleBudget(int units) {
        budget(units);
        refill(units);
    }

    private void refill(int units) {
        budget = Math.min(units, UNITS_BETWEEN_LOOKS);
        reserve = units - budget;
    }

    /**
     * Says how much may be done on a worker before others have their turn. Until then no run gives way.
     *
     * @param units amount of work after which a run ends with {@link TransitionResult.Paused} between two operations
     * @param interrupted asked every few milliseconds, where the evaluation runs: true if the evaluation is to stop, and to begin again later
     */
    public void giveWayAfter(int units, BooleanSupplier interrupted) {
        sliceUnits = units;
        interruption = interrupted;
    }

    /** The rest of a run when it yields. */
    int restAt(int units) {
        return Math.max(0, units - sliceUnits);
    }

    /**
     * Pure work since the last outcome of an external effect, or the last command of an operator. Reading the clock does not
     * reset it. Work that began again counts twice.
     */
    public long worked() {
        // Work that exceeded a budget was not done.
        return usedBefore + granted - Math.max(0, budget());
    }

    /** An outside event came: the following work is counted anew. */
    void workBegins() {
        usedBefore = 0;
        granted = Math.max(0, budget());
    }

    @Override
    public void charge(int units) {
        budget -= units;
        if (budget < 0) {
            useReserve();
        }
    }

    private void useReserve() {
        int left = budget();
        if (left < 0) {
            throw BudgetExhaustedSignal.INSTANCE;
        }
        if (interruption.getAsBoolean()) {
            throw BudgetExhaustedSignal.BY_INTERRUPTION;
        }
        refill(left);
    }

    @Override
    public long charged() {
        return -budget();
    }
}
