package dev.cairn.driver;

import dev.cairn.executor.Executor;
import dev.cairn.executor.Happening;
import dev.cairn.executor.Happening.Ended;
import dev.cairn.executor.Happening.TaskDone;
import dev.cairn.executor.State;
import dev.cairn.executor.Step;

/** Takes in the entries of a journal, one after another. */
class Taking {

    final State state;
    final int budget;
    Step step;

    /** The instance has not begun, and does so now. */
    Taking(State state, int budget) {
        this(state, budget, budget);
        goOn();
    }

    Taking(State state, int budget, int firstBudget) {
        this.state = state;
        this.budget = budget;
        this.step = Executor.proceed(state, firstBudget, true);
    }

    /** Takes in the next entry. */
    void take(Happening happening) {
        // The end of an instance that was tried again, or is about to be, follows from what is before it. So do the ends of tasks.
        if (!(happening instanceof Ended) && !(happening instanceof TaskDone)) {
            step = Executor.take(state, happening, budget, true);
            goOn();
        }
    }

    /** What is wanted after the last entry. */
    Step end(boolean keepsTasks) {
        return step;
    }

    private void goOn() {
        while (step instanceof Step.Paused) {
            step = Executor.proceed(state, budget, true);
        }
    }
}
