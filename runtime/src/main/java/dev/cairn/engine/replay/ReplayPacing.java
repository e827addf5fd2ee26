package dev.cairn.engine.replay;

import java.util.function.BooleanSupplier;

import dev.cairn.engine.concurrent.PureWorkScheduler;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.executor.InstanceState;

/**
 * Controls how a replay shares the workers with other computations. It yields every few milliseconds, and ends when the engine
 * has stopped. Used by one thread.
 */
public final class ReplayPacing {

    private static final int NO_TAIL = 0;

    private final int budget;
    private final int tailBudget;
    private final Runnable yieldAction;
    private final BooleanSupplier stopped;
    private final BooleanSupplier urgent;
    private boolean yieldsToCommands;
    private boolean hasYielded;

    private ReplayPacing(int budget, int tailBudget, Runnable yieldAction, BooleanSupplier stopped, BooleanSupplier urgent) {
        this.budget = budget;
        this.tailBudget = tailBudget;
        this.yieldAction = yieldAction;
        this.stopped = stopped;
        this.urgent = urgent;
    }

    /** A replay without competition, of a few entries or in a test. */
    public static ReplayPacing alone(int budget) {
        return new ReplayPacing(budget, NO_TAIL, () -> {}, () -> false, () -> false);
    }

    /** A replay that shows the history of an instance: it includes the pure work behind the last entry, as far as it goes. */
    public static ReplayPacing toShow(NodeContext context, PureWorkScheduler.Slot slot) {
        return new ReplayPacing(context.options().work().workerBudget(), NO_TAIL, slot::giveWay, context::stopped, () -> false);
    }

    /**
     * A replay of an instance that goes on then: it leaves long pure work behind the last entry to the instance, which can be cancelled in
     * the middle of it and faults at its bound.
     *
     * @param urgent true if a caller waits for the instance, so that the instance also does work without a known end
     */
    public static ReplayPacing toGoOn(NodeContext context, PureWorkScheduler.Slot slot, BooleanSupplier urgent) {
        return new ReplayPacing(context.options().work().workerBudget(), context.options().work().eventLoopBudget(),
                slot::giveWay, context::stopped, urgent);
    }

    /** As {@link #toGoOn}, for tests. */
    public static ReplayPacing toGoOn(int budget, int tailBudget, BooleanSupplier stopped) {
        return new ReplayPacing(budget, tailBudget, () -> {}, stopped, () -> false);
    }

    /** The same for a replay that includes the pure work behind the last entry. */
    public ReplayPacing toShow() {
        return new ReplayPacing(budget, NO_TAIL, yieldAction, stopped, urgent);
    }

    /** Work that a run may do. */
    int budget() {
        return budget;
    }

    /**
     * True if pure work behind the last entry is left to the instance, except for the amount that an event loop does at once.
     */
    boolean leavesTail() {
        return tailBudget > 0;
    }

    /** Work that is done behind the last entry. */
    int tailBudget() {
        return tailBudget;
    }

    /** The state asks from now on whether the replay is to end. */
    void begin(InstanceState state) {
        state.giveWayAfter(Integer.MAX_VALUE, this::isInterrupted);
    }

    private boolean isInterrupted() {
        yieldAction.run();
        hasYielded = yieldsToCommands && urgent.getAsBoolean();
        return hasYielded || stopped.getAsBoolean();
    }

    /** Sets if the following work may have no end, so that callers that wait for the instance come first. */
    void yieldsToCommands(boolean now) {
        yieldsToCommands = now;
        hasYielded = false;
    }

    /** True if work that may have no end was interrupted for a command, and is not to be gone on with. Short work never is. */
    boolean hasYielded() {
        return hasYielded;
    }

    /** @throws EngineStoppedException if the engine has stopped */
    void check() {
        if (stopped.getAsBoolean()) {
            throw new EngineStoppedException();
        }
    }
}
