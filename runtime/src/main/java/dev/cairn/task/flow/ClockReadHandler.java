package dev.cairn.task.flow;

import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.JournalMismatchException;
import dev.cairn.executor.OperationHandler;
import dev.cairn.executor.TransitionResult;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;

/** Reads the clock: an effect, so that a replay sees the time that was. */
public final class ClockReadHandler implements OperationHandler {

    private final Operation.Clock operation;

    /** Links a reading of the clock. */
    public ClockReadHandler(Operation.Clock operation) {
        this.operation = operation;
    }

    @Override
    public int run(InstanceState state) {
        return state.want(new TransitionResult.Clock(state.identity(operation.effect())));
    }

    @Override
    public int resume(InstanceState state, JournalEvent.OfEffect happening) {
        if (happening instanceof JournalEvent.ClockRead read) {
            state.number(Program.CLOCK_REGISTER, read.atMillis());
            state.number(operation.register(), read.atMillis());
            return state.operation() + 1;
        }
        throw new JournalMismatchException("a reading of the clock", happening);
    }
}
