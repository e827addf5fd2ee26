package dev.cairn.task.trytask;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.executor.ErrorSignal;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.JournalMismatchException;
import dev.cairn.executor.OperationHandler;
import dev.cairn.executor.RetryDecisionNotice;
import dev.cairn.executor.TransitionResult;
import dev.cairn.jq.CompiledExpression;
import dev.cairn.program.Operation;
import dev.cairn.value.JqValues;

/**
 * {@code catch}: an error that matches is retried while its policy allows, then handled; any other goes on to the next handler
 * further out. Retries come before {@code catch.do}: that runs once, when they are used up.
 */
public final class CatchHandler implements OperationHandler {

    private final Operation.Catch operation;
    private final Operation.TryRegisters registers;
    private final CompiledExpression when;
    private final CompiledExpression exceptWhen;
    private final LinkedRetry retry;

    /** Conditions and retry may be null. */
    public CatchHandler(Operation.Catch operation, CompiledExpression when, CompiledExpression exceptWhen, LinkedRetry retry) {
        this.operation = operation;
        this.registers = operation.registers();
        this.when = when;
        this.exceptWhen = exceptWhen;
        this.retry = retry;
    }

    @Override
    public int run(InstanceState state) {
        JsonNode raised = state.register(registers.error());
        WorkflowError error = WorkflowError.ofJson(raised);
        JsonNode response = raised.get(ErrorSignal.RESPONSE);
        JsonNode input = state.register(registers.input());
        boolean caught = ErrorFilterMatcher.matches(operation.errors().filter(), error)
                && (when == null || JqValues.truthy(when.evaluate(state, input)))
                && (exceptWhen == null || !JqValues.truthy(exceptWhen.evaluate(state, input)));
        if (!caught) {
            throw ErrorSignal.uncaught(error, response);
        }
        long retries = state.number(registers.attempts());
        long waitMillis = RetryAfterReader.waitMillis(response);
        if (retry != null && retry.wanted(state, input, retries, waitMillis)) {
            return retry(state, input, retries, error, waitMillis);
        }
        if (retries > 0) {
            state.noteRetry(new RetryDecisionNotice(error, retries + 1, false));
        }
        if (!operation.handled()) {
            throw retries == 0 ? ErrorSignal.uncaught(error, response)
                    : ErrorSignal.givenUp(error, retries + 1, response);
        }
        state.caught();
        state.value(input);
        return state.operation() + 1;
    }

    @Override
    public int resume(InstanceState state, JournalEvent.OfEffect happening) {
        if (happening instanceof JournalEvent.Scheduled scheduled) {
            return state.want(new TransitionResult.Waiting(scheduled.effect(), scheduled.dueAtMillis(), state.deadline()));
        }
        if (happening instanceof JournalEvent.Fired) {
            return again(state);
        }
        throw new JournalMismatchException("the delay before a retry", happening);
    }

    private int retry(InstanceState state, JsonNode input, long retries, WorkflowError error, long waitMillis) {
        LinkedRetry.Delay delay = retry.delay(state, input, retries, waitMillis);
        state.caught();
        state.noteRetry(new RetryDecisionNotice(error, retries + 1, true));
        if (delay.mostMillis() == 0) {
            return again(state);
        }
        return state
                .want(new TransitionResult.Timer(state.identity(operation.effect()), delay.leastMillis(), delay.mostMillis()));
    }

    private int again(InstanceState state) {
        state.number(registers.attempts(), state.number(registers.attempts()) + 1);
        state.value(state.register(registers.input()));
        return operation.retryTo();
    }
}
