package dev.cairn.driver;

import dev.cairn.api.InstanceStatus;
import dev.cairn.executor.Executor;
import dev.cairn.executor.Happening;
import dev.cairn.executor.Happening.Ended;
import dev.cairn.executor.Happening.Resumed;
import dev.cairn.executor.Happening.Retried;
import dev.cairn.executor.Happening.Suspended;
import dev.cairn.executor.Happening.TaskDone;
import dev.cairn.executor.State;
import dev.cairn.executor.Step;

/** Takes in the entries of a journal, one after another. */
class Taking {

    /** So many budgets are spent at the most on work that may have no end. */
    private static final int MOST_BUDGETS = 4;

    final State state;
    final int budget;
    Step step;
    /** It was suspended in the middle of pure work, and has not come to rest since. */
    boolean suspendedAtWork;

    /** The instance has not begun, and does so now. */
    Taking(State state, int budget) {
        this(state, budget, budget);
    }

    Taking(State state, int budget, int firstBudget) {
        this.state = state;
        this.budget = budget;
        this.step = Executor.proceed(state, firstBudget, true);
    }

    /**
     * Does the pure work behind which an entry came. That of an effect shows that the work has an end. An operator may have suspended, resumed or
     * cancelled an instance in the middle of work that has none.
     *
     * @param arrival run once, as soon as what goes on follows from the entry
     */
    void comeTo(Happening next, Runnable arrival) {
        workUpTo(next);
        arrival.run();
    }

    private void workUpTo(Happening next) {
        if (next instanceof Suspended || next instanceof Resumed
                || next instanceof Ended ended && ended.status() == InstanceStatus.CANCELLED || isStopped(next)) {
            goOnForAWhile();
        } else if (!(next instanceof TaskDone)) {
            while (suspendedAtWork || step instanceof Step.Paused) {
                suspendedAtWork = false;
                step = Executor.proceed(state, budget, true);
            }
        }
    }

    /** True if an instance ended that was suspended, because it computed too much, or is retried after that. */
    final boolean isStopped(Happening next) {
        return step instanceof Step.Halted && (next instanceof Ended || next instanceof Retried);
    }

    final void goOnForAWhile() {
        for (int budgets = 0; step instanceof Step.Paused && budgets < MOST_BUDGETS; budgets++) {
            step = Executor.proceed(state, budget, true);
        }
    }

    /** Takes in the entry that it has come to. */
    void take(Happening happening) {
        // The end of an instance that was tried again, or is about to be, follows from what is before it. So do the ends of tasks.
        if (!(happening instanceof Ended) && !(happening instanceof TaskDone)) {
            suspendedAtWork = happening instanceof Suspended && step instanceof Step.Paused;
            step = Executor.take(state, happening, budget, true);
        }
    }

    /** True if there may be pure work left before it is known what is wanted. */
    final boolean inTheMiddle() {
        return suspendedAtWork || Steps.isPartWay(step);
    }

    /** True if no earlier life came further. */
    boolean isAtTheEnd() {
        return !inTheMiddle();
    }

    /** What is wanted after the last entry, or what is to be gone on with if that takes very long. */
    Step end(boolean keepsTasks) {
        goOnForAWhile();
        return step;
    }
}
