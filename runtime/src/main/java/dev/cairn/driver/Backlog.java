package dev.cairn.driver;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;

/** What an instance is to deal with later, in the order in which it came. Used in its turns alone. */
final class Backlog {

    /** What has to wait until everything before it is durable. */
    private final Deque<Runnable> postponed = new ArrayDeque<>(0);
    /** What came while the instance was computing: comes after that, as it does in a replay. */
    private final List<Runnable> early = new ArrayList<>(0);
    private boolean unfinished;
    private boolean behind;
    private boolean dealing;
    private boolean everything;

    /**
     * The instance was loaded.
     *
     * @param inTheMiddle true if it may have come further in an earlier life
     */
    void loaded(boolean inTheMiddle) {
        unfinished = inTheMiddle;
        behind = inTheMiddle;
    }

    /** True if it is not known what the instance wanted in an earlier life. */
    boolean behind() {
        return behind;
    }

    /** True while there is pure work to go on with, be it that the instance is suspended meanwhile. */
    boolean unfinished() {
        return unfinished;
    }

    /** Says whether there is pure work to go on with; if not, what waited for it does so no longer. */
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

    /** Deals with what only waits until everything is durable, as long as that is so. What it deals with may call this: it goes on then. */
    void deal(BooleanSupplier durable) {
        if (dealing) {
            return;
        }
        dealing = true;
        try {
            while ((everything || durable.getAsBoolean()) && !postponed.isEmpty()) {
                postponed.poll().run();
            }
        } finally {
            dealing = false;
        }
    }

    /** The instance has left: deals with everything, whatever is durable. */
    void dealAll() {
        everything = true;
        deal(() -> true);
    }
}
