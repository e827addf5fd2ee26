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

    /** Maximum number of budgets that are spent on work that may have no end. */
    private static final int MAX_BUDGETS = 4;

    final State state;
    final ReplayPace pace;
    final int budget;
    Step step;
    /** It was suspended in the middle of pure work, and has not come to rest since. */
    boolean suspendedAtWork;

    /**
     * The instance has not begun, and does so now.
     *
     * @param isTail true if the journal has no entry more
     */
    Taking(State state, ReplayPace pace, boolean isTail) {
        this(state, pace);
        if (isTail && pace.leavesTail()) {
            step = Executor.proceed(state, pace.tailBudget(), false);
        } else {
            proceed();
        }
    }

    Taking(State state, ReplayPace pace) {
        this.state = state;
        this.pace = pace;
        this.budget = pace.budget();
    }

    /**
     * Runs the deterministic tasks that precede the entry. The entry of an effect shows that the work has an end. An operator
     * may have suspended, resumed or cancelled an instance in the middle of work that has none.
     *
     * @param arrival run once, as soon as the following work depends on the entry
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
                proceed();
            }
        }
    }

    /** True if an instance ended that was suspended, because it computed too much, or is retried after that. */
    final boolean isStopped(Happening next) {
        return step instanceof Step.Halted && (next instanceof Ended || next instanceof Retried);
    }

    final void goOnForAWhile() {
        pace.yieldsToCommands(true);
        for (int budgets = 0; step instanceof Step.Paused && budgets < MAX_BUDGETS && !pace.hasYielded(); budgets++) {
            proceed();
        }
        pace.yieldsToCommands(false);
    }

    /** Goes on with pure work. */
    final void proceed() {
        pace.check();
        step = Executor.proceed(state, budget, true);
        pace.check();
    }

    /**
     * Takes in the entry that it has come to.
     *
     * @param isLast true if the journal has no entry more
     */
    void take(Happening happening, boolean isLast) {
        // The end of an instance that was tried again, or is about to be, follows from the entries before it. So do the ends of
        // tasks.
        if (!(happening instanceof Ended) && !(happening instanceof TaskDone)) {
            suspendedAtWork = happening instanceof Suspended && step instanceof Step.Paused;
            boolean isTail = isLast && pace.leavesTail();
            step = Executor.take(state, happening, isTail ? pace.tailBudget() : budget, !isTail);
        }
    }

    /** True if pure work may be left before the wanted effects are known. */
    final boolean inTheMiddle() {
        return suspendedAtWork || Steps.isPartWay(step);
    }

    /** True if no earlier life came further. */
    boolean isAtTheEnd() {
        return !inTheMiddle();
    }

    /** The effects wanted after the last entry, or a paused computation if that takes very long. */
    Step end(boolean keepsTasks) {
        if (!pace.leavesTail()) {
            goOnForAWhile();
        }
        return step;
    }
}
