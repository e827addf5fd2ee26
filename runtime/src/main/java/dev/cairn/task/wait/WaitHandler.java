package dev.cairn.task.wait;

import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.JournalMismatchException;
import dev.cairn.executor.OperationHandler;
import dev.cairn.executor.TransitionResult;
import dev.cairn.program.EffectIdTemplate;
import dev.cairn.task.flow.LinkedDuration;

/** {@code wait}: until an absolute time that is settled when the wait begins. The input becomes the output. */
public final class WaitHandler implements OperationHandler {

    private final EffectIdTemplate effect;
    private final LinkedDuration length;

    /** Links a wait. */
    public WaitHandler(EffectIdTemplate effect, LinkedDuration length) {
        this.effect = effect;
        this.length = length;
    }

    @Override
    public int run(InstanceState state) {
        long millis = length.millis(state);
        return state.want(new TransitionResult.Timer(state.identity(effect), millis, millis));
    }

    @Override
    public int resume(InstanceState state, JournalEvent.OfEffect happening) {
        if (happening instanceof JournalEvent.Scheduled scheduled) {
            return state.want(new TransitionResult.Waiting(scheduled.effect(), scheduled.dueAtMillis(), state.deadline()));
        }
        if (happening instanceof JournalEvent.Fired) {
            return state.operation() + 1;
        }
        throw new JournalMismatchException("a timer", happening);
    }
}
