package dev.cairn.executor;

import com.fasterxml.jackson.databind.JsonNode;

/** The facts about an instance that its observers read. */
abstract class ObservableInstanceStateBase extends WorkBudget {

    private OperationObserver trace;

    /** The last trace, which follows all others; null without one. */
    OperationObserver trace() {
        return trace;
    }

    void trace(OperationObserver watcher) {
        trace = watcher;
    }

    /** The tasks of the program. */
    abstract ProgramTaskTree tree();

    /** The operations at which the instance is, one for each branch that is begun and not over; none before it begins. */
    abstract int[] places();

    /** The value that flows from task to task. */
    abstract JsonNode value();

    /** True while an operator has suspended the instance. */
    abstract boolean suspended();

    /** Number of forks whose point the instance has passed. */
    abstract int forksPassed();

    /** The values that the events of a task have in common, as far as they are known; null for a task that does not listen. */
    abstract JsonNode correlated(int task);
}
