package dev.cairn.executor;

/** Stops an evaluation whose budget is used up. Nothing of the operation has been done yet, so it can begin again elsewhere. */
final class BudgetExhausted extends RuntimeException {

    private static final long serialVersionUID = 1L;

    static final BudgetExhausted INSTANCE = new BudgetExhausted();

    /** A value of this instance is expensive, which says nothing about the operation. */
    static final BudgetExhausted BY_VALUE = new BudgetExhausted();

    /** A command waits for the instance to stop. Budget is left. */
    static final BudgetExhausted BY_INTERRUPTION = new BudgetExhausted();

    private BudgetExhausted() {
        super("The budget of this evaluation is used up", null, false, false);
    }
}
