package dev.cairn.driver;

import java.util.function.BooleanSupplier;

import dev.cairn.executor.Executor;
import dev.cairn.executor.Happening;
import dev.cairn.executor.Happening.Cancelling;
import dev.cairn.executor.Happening.Ended;
import dev.cairn.executor.Happening.OfEffect;
import dev.cairn.executor.Happening.Retried;
import dev.cairn.executor.Happening.Suspended;
import dev.cairn.executor.Happening.TaskDone;
import dev.cairn.executor.State;
import dev.cairn.executor.Step;

/** Takes in the entries of a journal, one after another. No further pure work is done than an entry, or the end, asks for. */
class Taking {

    private static final int NOTHING = 0;

    final State state;
    final int budget;
    Step step;
    /** There is pure work to go on with, be it that the instance is suspended meanwhile. */
    private boolean unfinished;

    /** The instance has not begun. */
    Taking(State state, int budget) {
        this.state = state;
        this.budget = budget;
        this.step = Executor.proceed(state, NOTHING, true);
        this.unfinished = isPartWay();
    }

    /** Comes to where the instance was when the next entry was written. */
    void comeTo(Happening next) {
        if (next instanceof Cancelling cancelling && cancelling.task() != null) {
            comeToTask(cancelling);
        } else if (next instanceof OfEffect || next instanceof Cancelling || next instanceof Retried) {
            while (unfinished) {
                goOn();
            }
        }
    }

    final void comeToTask(Cancelling next) {
        Cancelling here = Executor.cancellingBeforeTask(state);
        while (isPartWay() && (here == null || here.begun() < next.begun())) {
            step = Executor.proceedTo(state, next.begun(), budget, true);
            wentOn();
            here = Executor.cancellingBeforeTask(state);
        }
    }

    /** Some pure work was done that no entry asked for by itself. */
    void wentOn() {}

    /** Takes in the next entry. */
    void take(Happening happening) {
        // The end of an instance that was tried again, or is about to be, follows from what is before it. So do the ends of tasks.
        if (!(happening instanceof Ended) && !(happening instanceof TaskDone)) {
            step = Executor.takeOnly(state, happening, budget);
            unfinished = happening instanceof Suspended ? unfinished : isPartWay();
        }
    }

    /**
     * What is wanted after the last entry.
     *
     * @param enough asked each time when as much is done as a single task may do; if it says so, no more is
     */
    Step end(boolean keepsTasks, BooleanSupplier enough) {
        boolean more = unfinished;
        while (more) {
            goOn();
            more = unfinished && !(step instanceof Step.Noted) && !enough.getAsBoolean();
        }
        return step;
    }

    final boolean isPartWay() {
        return step instanceof Step.Paused || step instanceof Step.Noted;
    }

    private void goOn() {
        Step now = Executor.proceed(state, budget, true);
        unfinished = now instanceof Step.Paused || now instanceof Step.Noted;
        if (!(unfinished && step instanceof Step.Halted)) {
            step = now;
        }
    }
}
