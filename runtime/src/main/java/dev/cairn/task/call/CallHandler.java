package dev.cairn.task.call;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.executor.ErrorSignal;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.JournalMismatchException;
import dev.cairn.executor.OperationHandler;
import dev.cairn.executor.TransitionResult;
import dev.cairn.jq.CompiledExpression;
import dev.cairn.jq.ExpressionException;
import dev.cairn.program.EffectIdTemplate;

/** {@code call}: wants the call made; its answer is the task's raw output. */
public final class CallHandler implements OperationHandler {

    private final EffectIdTemplate effect;
    private final CompiledExpression arguments;
    private final WorkflowError unreadable;

    /**
     * Links a call.
     *
     * @param unreadable null if the arguments read no secrets. Otherwise what is said if they cannot be computed: a secret can be
     *        another one in a replay, so that is an outcome of the call to be noted, and tells nothing of a value
     */
    public CallHandler(EffectIdTemplate effect, CompiledExpression arguments, String unreadable) {
        this.effect = effect;
        this.arguments = arguments;
        this.unreadable = unreadable == null ? null
                : WorkflowError.of(Standard.EXPRESSION, "Expression failed", unreadable, null);
    }

    @Override
    public int run(InstanceState state) {
        JsonNode evaluated = null;
        WorkflowError failure = null;
        try {
            evaluated = arguments.evaluate(state, state.value());
            state.checkSize(evaluated);
        } catch (ExpressionException failed) {
            if (unreadable == null) {
                throw failed;
            }
            evaluated = null;
            failure = unreadable;
        }
        return state.want(
                new TransitionResult.Call(state.identity(effect), state.operation(), evaluated, failure, state.deadline()));
    }

    @Override
    public int resume(InstanceState state, JournalEvent.OfEffect happening) {
        if (happening instanceof JournalEvent.Completed completed) {
            state.value(completed.output().tree());
            return state.operation() + 1;
        }
        if (happening instanceof JournalEvent.Failed failed) {
            throw new ErrorSignal(failed.error(), failed.response() == null ? null : failed.response().tree());
        }
        throw new JournalMismatchException("the outcome of a call", happening);
    }
}
