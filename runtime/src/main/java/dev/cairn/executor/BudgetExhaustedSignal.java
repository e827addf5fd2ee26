package dev.cairn.executor;

/** Stops an evaluation whose budget is used up. Nothing of the operation has been done yet, so it can begin again elsewhere. */
final class BudgetExhaustedSignal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    static final BudgetExhaustedSignal INSTANCE = new BudgetExhaustedSignal();

    /** A value of this instance is expensive, which says nothing about the operation. */
    static final BudgetExhaustedSignal BY_VALUE = new BudgetExhaustedSignal();

    /** A command waits for the instance to stop. Budget is left. */
    static final BudgetExhaustedSignal BY_INTERRUPTION = new BudgetExhaustedSignal();

    private BudgetExhaustedSignal() {
        super("The budget of this evaluation is used up", null, false, false);
    }
}
