package dev.cairn.task.wait;

import dev.cairn.executor.DivergenceException;
import dev.cairn.executor.Handler;
import dev.cairn.executor.Happening;
import dev.cairn.executor.State;
import dev.cairn.executor.Step;
import dev.cairn.program.EffectId;
import dev.cairn.task.flow.LinkedLength;

/** {@code wait}: until an absolute time that is settled when the wait begins. The input becomes the output. */
public final class WaitHandler implements Handler {

    private final EffectId effect;
    private final LinkedLength length;

    /** Links a wait. */
    public WaitHandler(EffectId effect, LinkedLength length) {
        this.effect = effect;
        this.length = length;
    }

    @Override
    public int run(State state) {
        long millis = length.millis(state);
        return state.want(new Step.Timer(state.identity(effect), millis, millis));
    }

    @Override
    public int resume(State state, Happening.OfEffect happening) {
        if (happening instanceof Happening.Scheduled scheduled) {
            return state.want(new Step.Waiting(scheduled.effect(), scheduled.dueAtMillis(), state.deadline()));
        }
        if (happening instanceof Happening.Fired) {
            return state.operation() + 1;
        }
        throw new DivergenceException("a timer", happening);
    }
}
