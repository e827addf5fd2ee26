package dev.cairn.executor;

import java.util.function.BooleanSupplier;

import dev.cairn.expression.Scope;

/** How much an instance may compute, and how much it has. */
abstract class WorkBudget implements Scope {

    /** Units between two looks at whether an evaluation is to stop: some milliseconds of work. */
    private static final int UNITS_BETWEEN_LOOKS = 1 << 18;

    /** What is left of the part of the budget that is being used; the rest is in reserve. */
    private int budget;
    private int reserve;
    /** What the run began with, and what all runs before it used since the count began. */
    private int granted;
    private long usedBefore;
    /** How much a run on a worker does before it gives way between two operations. */
    private int slice = Integer.MAX_VALUE;
    private BooleanSupplier interruption = () -> false;

    /** What the last run has left of its budget; less than 0 if it took more. */
    public int budget() {
        return budget + reserve;
    }

    void budget(int units) {
        usedBefore = worked();
        granted = units;
        budget = units;
        reserve = 0;
    }

    /** As {@link #budget(int)}; an evaluation that uses much of it is interrupted when somebody asks for that. */
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
     * @param units after so much a run ends with {@link Step.Paused} between two operations
     * @param interrupted asked every few milliseconds, where the evaluation runs: true if the evaluation is to stop, and to begin again later
     */
    public void giveWayAfter(int units, BooleanSupplier interrupted) {
        slice = units;
        interruption = interrupted;
    }

    /** What a run leaves of its budget when it gives way. */
    int restAt(int units) {
        return Math.max(0, units - slice);
    }

    /**
     * How much pure work was done since the last outcome of an effect that comes from outside, or the last intervention of an
     * operator. Reading the clock does not end it. What began again counts twice.
     */
    public long worked() {
        // What did not fit into a budget was not done.
        return usedBefore + granted - Math.max(0, budget());
    }

    /** Something came from outside: what is done from now on is counted anew. */
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
            throw BudgetExhausted.INSTANCE;
        }
        if (interruption.getAsBoolean()) {
            throw BudgetExhausted.BY_INTERRUPTION;
        }
        refill(left);
    }

    @Override
    public long charged() {
        return -budget();
    }
}
