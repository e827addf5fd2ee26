package dev.cairn.engine.replay;

import dev.cairn.api.InstanceStatus;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.JournalEvent.Resumed;
import dev.cairn.executor.JournalEvent.Retried;
import dev.cairn.executor.JournalEvent.Suspended;
import dev.cairn.executor.JournalEvent.TaskDone;
import dev.cairn.executor.ProgramExecutor;
import dev.cairn.executor.TransitionResult;

/** Replays the entries of a journal, one after another. */
class JournalReplayer {

    /** Maximum number of budgets that are spent on work that may have no end. */
    private static final int MAX_BUDGETS = 4;

    final InstanceState state;
    final ReplayPacing pacing;
    final int budget;
    TransitionResult step;
    /** It was suspended in the middle of pure work, and has not come to rest since. */
    boolean suspendedAtWork;

    /**
     * The instance has not begun, and does so now.
     *
     * @param isTail true if the journal has no entry more
     */
    JournalReplayer(InstanceState state, ReplayPacing pacing, boolean isTail) {
        this(state, pacing);
        if (isTail && pacing.leavesTail()) {
            step = ProgramExecutor.proceed(state, pacing.tailBudget(), false);
        } else {
            proceed();
        }
    }

    JournalReplayer(InstanceState state, ReplayPacing pacing) {
        this.state = state;
        this.pacing = pacing;
        this.budget = pacing.budget();
    }

    /**
     * Runs the deterministic tasks that precede the entry. The entry of an effect shows that the work has an end. An operator
     * may have suspended, resumed or cancelled an instance in the middle of work that has none.
     *
     * @param arrival run once, as soon as the following work depends on the entry
     */
    void comeTo(JournalEvent next, Runnable arrival) {
        workUpTo(next);
        arrival.run();
    }

    private void workUpTo(JournalEvent next) {
        if (next instanceof Suspended || next instanceof Resumed
                || next instanceof Ended ended && ended.status() == InstanceStatus.CANCELLED || isStopped(next)) {
            goOnForAWhile();
        } else if (!(next instanceof TaskDone)) {
            while (suspendedAtWork || step instanceof TransitionResult.Paused) {
                suspendedAtWork = false;
                proceed();
            }
        }
    }

    /** True if an instance ended that was suspended, because it computed too much, or is retried after that. */
    final boolean isStopped(JournalEvent next) {
        return step instanceof TransitionResult.Halted && (next instanceof Ended || next instanceof Retried);
    }

    final void goOnForAWhile() {
        pacing.yieldsToCommands(true);
        for (int budgets = 0; step instanceof TransitionResult.Paused && budgets < MAX_BUDGETS
                && !pacing.hasYielded(); budgets++) {
            proceed();
        }
        pacing.yieldsToCommands(false);
    }

    /** Goes on with pure work. */
    final void proceed() {
        pacing.check();
        step = ProgramExecutor.proceed(state, budget, true);
        pacing.check();
    }

    /**
     * Takes in the entry that it has come to.
     *
     * @param isLast true if the journal has no entry more
     */
    void take(JournalEvent happening, boolean isLast) {
        // The end of an instance that was tried again, or is about to be, follows from the entries before it. So do the ends of
        // tasks.
        if (!(happening instanceof Ended) && !(happening instanceof TaskDone)) {
            suspendedAtWork = happening instanceof Suspended && step instanceof TransitionResult.Paused;
            boolean isTail = isLast && pacing.leavesTail();
            step = ProgramExecutor.take(state, happening, isTail ? pacing.tailBudget() : budget, !isTail);
        }
    }

    /** True if pure work may be left before the wanted effects are known. */
    final boolean inTheMiddle() {
        return suspendedAtWork || TransitionResultQueries.isPartWay(step);
    }

    /** True if no earlier life came further. */
    boolean isAtTheEnd() {
        return !inTheMiddle();
    }

    /** The effects wanted after the last entry, or a paused computation if that takes very long. */
    TransitionResult end(boolean keepsTasks) {
        if (!pacing.leavesTail()) {
            goOnForAWhile();
        }
        return step;
    }
}
