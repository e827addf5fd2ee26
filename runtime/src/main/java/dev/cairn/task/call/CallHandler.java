package dev.cairn.task.call;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.executor.DivergenceException;
import dev.cairn.executor.ErrorSignal;
import dev.cairn.executor.Handler;
import dev.cairn.executor.Happening;
import dev.cairn.executor.State;
import dev.cairn.executor.Step;
import dev.cairn.expression.CompiledExpression;
import dev.cairn.program.EffectId;

/** {@code call}: wants the call made; its answer is the task's raw output. */
public final class CallHandler implements Handler {

    private final EffectId effect;
    private final CompiledExpression arguments;

    /** Links a call. */
    public CallHandler(EffectId effect, CompiledExpression arguments) {
        this.effect = effect;
        this.arguments = arguments;
    }

    @Override
    public int run(State state) {
        JsonNode evaluated = arguments.evaluate(state, state.value());
        state.checkSize(evaluated);
        return state.want(new Step.Call(state.identity(effect), state.operation(), evaluated, state.deadline()));
    }

    @Override
    public int resume(State state, Happening.OfEffect happening) {
        if (happening instanceof Happening.Completed completed) {
            state.value(completed.output().tree());
            return state.operation() + 1;
        }
        if (happening instanceof Happening.Failed failed) {
            throw new ErrorSignal(failed.error());
        }
        throw new DivergenceException("the outcome of a call", happening);
    }
}
