package dev.cairn.executor;

/** Stops an evaluation whose budget is used up. Nothing of the operation has been done yet, so it can begin again elsewhere. */
final class BudgetExhausted extends RuntimeException {

    private static final long serialVersionUID = 1L;

    static final BudgetExhausted INSTANCE = new BudgetExhausted();

    /** It is a value of this instance that takes long, which says nothing of the operation. */
    static final BudgetExhausted BY_VALUE = new BudgetExhausted();

    /** Somebody waits for the instance to stop. There is budget left. */
    static final BudgetExhausted BY_INTERRUPTION = new BudgetExhausted();

    private BudgetExhausted() {
        super("The budget of this evaluation is used up", null, false, false);
    }
}
