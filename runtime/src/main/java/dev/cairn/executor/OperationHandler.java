package dev.cairn.executor;

/**
 * An operation, linked. Stateless and shared by all instances: the {@link InstanceState} has all that changes.
 *
 * <p>
 * A handler evaluates first and changes the state last, so that it can be stopped by the budget and begun again.
 */
public interface OperationHandler {

    /** Returned by {@link #run} when an effect is wanted: {@link InstanceState#want} has it. */
    int WANTS = -1;

    /** Returned by {@link #run} when the workflow ends: the state's value is the output. */
    int ENDS = -2;

    /** Returned by {@link #run} when a branch goes no further: it has forked, is done, or is out. Other branches may go on. */
    int STANDS = -4;

    /**
     * Runs the operation.
     *
     * @param state of the instance; its program counter is the index of this operation
     * @return index of the operation to go on with, {@link #WANTS}, {@link #STANDS} or {@link #ENDS}
     * @throws ErrorSignal if the task fails
     */
    int run(InstanceState state);

    /**
     * Takes in the outcome of the effect that {@link #run} wanted.
     *
     * @return as {@link #run}
     * @throws JournalMismatchException if this effect cannot have that outcome
     */
    default int resume(InstanceState state, JournalEvent.OfEffect happening) {
        throw new JournalMismatchException("no outcome at operation " + state.operation(), happening);
    }
}
