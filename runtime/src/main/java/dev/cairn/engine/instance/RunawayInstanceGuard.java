package dev.cairn.engine.instance;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.WorkflowError;
import dev.cairn.engine.node.PureWorkLimiter;
import dev.cairn.engine.replay.TransitionResultQueries;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.JournalEvent.Suspended;
import dev.cairn.executor.ProgramExecutor;
import dev.cairn.executor.TransitionResult;

/**
 * Ends an instance that computes without an effect for longer than its bound. Used only in the turns of the instance.
 *
 * <p>
 * The journal says that the instance was suspended, and then that it faulted. A replay does not have to find the position at
 * which the bound was reached: it takes the suspension in the middle of pure work, like a suspension by an operator.
 */
final class RunawayInstanceGuard {

    private final InstanceActorContext instance;
    private final PureWorkLimiter limits;
    private final InstanceState state;
    private final InstanceWriter writer;
    private boolean reported;

    RunawayInstanceGuard(InstanceActorContext instance, PureWorkLimiter limits, InstanceState state, InstanceWriter writer) {
        this.instance = instance;
        this.limits = limits;
        this.state = state;
        this.writer = writer;
    }

    /** True if the instance may compute no more. */
    boolean isReached() {
        return limits.tooMuch(state) != null;
    }

    /**
     * Ends the instance if it would exceed its bound; logs a warning once before that.
     *
     * @param now its current step
     * @return false if it may go on
     */
    boolean ends(TransitionResult now) {
        if (!limits.isMuch(state) || !TransitionResultQueries.isPartWay(now) && ClockEffectResolver.of(now) == null) {
            return false;
        }
        WorkflowError tooMuch = limits.tooMuch(state);
        if (tooMuch != null) {
            end(tooMuch);
        } else if (!reported) {
            reported = true;
            limits.tell(instance.id(), state);
        }
        return tooMuch != null;
    }

    private void end(WorkflowError tooMuch) {
        limits.ends(state);
        if (state.notes() != null) {
            state.notes().take().forEach(writer::record);
        }
        Suspended suspended = new Suspended();
        writer.record(suspended);
        ProgramExecutor.takeOnly(state, suspended, 1);
        instance.end(new Ended(InstanceStatus.FAULTED, null, tooMuch));
        instance.persist();
    }
}
