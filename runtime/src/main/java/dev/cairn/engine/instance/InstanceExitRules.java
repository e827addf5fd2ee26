package dev.cairn.engine.instance;

import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.replay.TransitionResultQueries;
import dev.cairn.executor.TransitionResult;

/** Decides if an instance leaves the memory before it has ended. Used in the turns of the instance. */
final class InstanceExitRules {

    private final NodeContext context;
    private final InstalledProgram program;
    private final OperatorCommandExecutor commands;
    private final EffectRunner effects;
    private final DurabilityWaitQueue backlog;
    private final InstanceEventReceiver inbox;
    private final InstanceMemoryAccount memory;

    InstanceExitRules(NodeContext context, InstalledProgram program, OperatorCommandExecutor commands, EffectRunner effects,
            DurabilityWaitQueue backlog, InstanceEventReceiver inbox, InstanceMemoryAccount memory) {
        this.context = context;
        this.program = program;
        this.commands = commands;
        this.effects = effects;
        this.backlog = backlog;
        this.inbox = inbox;
        this.memory = memory;
    }

    /**
     * True if the store keeps the instance, and the instance waits for longer than instances stay in memory, has been asked to leave while
     * it listens, or is suspended. Publishers can find it in the store then.
     */
    boolean mayLeave(TransitionResult step, long now) {
        boolean asked = inbox.isLeaving(step);
        boolean may = !commands.beginsNothing() && context.keepsState() && (step instanceof TransitionResult.Halted
                ? !effects.calling() && !backlog.anyEarly()
                : asked ? !effects.calling() && backlog.isEmpty() && waits(TransitionResultQueries.firstWakeAtMillis(step), now)
                        : waits(TransitionResultQueries.wakeAtMillis(step), now));
        if (asked && !may) {
            inbox.stay();
        }
        return may && inbox.mayLeave(step);
    }

    private boolean waits(long wakeAtMillis, long now) {
        return wakeAtMillis - now > context.options().memory().waitMillis();
    }

    /**
     * True if no effect is under way, the store has everything, and memory has no room for the next calls.
     *
     * @param written true if the store has everything
     */
    boolean hasNoRoom(TransitionResult step, boolean written) {
        return context.keepsState() && !context.stopping() && written && backlog.isEmpty() && effects.isEmpty()
                && !commands.beginsNothing() && memory.hasNoRoom(step, program.program(), context.time().millis());
    }
}
