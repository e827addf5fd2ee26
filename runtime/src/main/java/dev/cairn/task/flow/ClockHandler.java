package dev.cairn.task.flow;

import dev.cairn.executor.DivergenceException;
import dev.cairn.executor.Handler;
import dev.cairn.executor.Happening;
import dev.cairn.executor.State;
import dev.cairn.executor.Step;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;

/** Reads the clock: an effect, so that a replay sees the time that was. */
public final class ClockHandler implements Handler {

    private final Operation.Clock operation;

    /** Links a reading of the clock. */
    public ClockHandler(Operation.Clock operation) {
        this.operation = operation;
    }

    @Override
    public int run(State state) {
        return state.want(new Step.Clock(state.identity(operation.effect())));
    }

    @Override
    public int resume(State state, Happening.OfEffect happening) {
        if (happening instanceof Happening.ClockRead read) {
            state.number(Program.CLOCK_REGISTER, read.atMillis());
            state.number(operation.register(), read.atMillis());
            return state.operation() + 1;
        }
        throw new DivergenceException("a reading of the clock", happening);
    }
}
