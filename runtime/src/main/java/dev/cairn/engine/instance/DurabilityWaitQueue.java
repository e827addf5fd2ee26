package dev.cairn.engine.instance;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The queue of work of one instance that waits until its writes are durable, in the order in which it arrived. Used
 * only by the thread that has the instance's turn.
 */
final class DurabilityWaitQueue {

    /** Work that waits until everything before it is durable. */
    private final Deque<Runnable> postponed = new ArrayDeque<>(0);
    /** Messages that arrived while the instance was computing: they follow the computation, as they do in a replay. */
    private final List<Runnable> early = new ArrayList<>(0);
    private boolean unfinished;
    private boolean behind;
    private boolean dealing;
    private boolean dealsAll;

    /**
     * The instance was loaded.
     *
     * @param inTheMiddle true if it may have come further in an earlier life
     */
    void loaded(boolean inTheMiddle) {
        unfinished = inTheMiddle;
        behind = inTheMiddle;
    }

    /** True if the effects that the instance wanted in an earlier life are unknown. */
    boolean behind() {
        return behind;
    }

    /** True while there is pure work to go on with, be it that the instance is suspended meanwhile. */
    boolean unfinished() {
        return unfinished;
    }

    /** Sets if pure work is left to go on with; if not, the work that waited for its end runs. */
    void unfinished(boolean now) {
        unfinished = now;
        if (!now) {
            behind = false;
            postponed.addAll(early);
            early.clear();
        }
    }

    /** True if nothing is left to be dealt with. */
    boolean isEmpty() {
        return postponed.isEmpty() && early.isEmpty() && !unfinished;
    }

    /** True if something waits for pure work. */
    boolean anyEarly() {
        return !early.isEmpty();
    }

    /**
     * Leaves something to be dealt with when everything is durable.
     *
     * @param afterPureWork true if there must be no pure work left either
     */
    void add(Runnable later, boolean afterPureWork) {
        (afterPureWork && unfinished ? early : postponed).add(later);
    }

    /**
     * Runs the work that only waits for durability, as long as everything is durable. That work may call this method; the outer
     * call then continues.
     */
    void deal(BooleanSupplier durable) {
        if (dealing) {
            return;
        }
        dealing = true;
        try {
            while ((dealsAll || durable.getAsBoolean()) && !postponed.isEmpty()) {
                postponed.poll().run();
            }
        } finally {
            dealing = false;
        }
    }

    /** The instance has left memory: runs all work, durable or not. */
    void dealAll() {
        dealsAll = true;
        deal(() -> true);
    }
}
