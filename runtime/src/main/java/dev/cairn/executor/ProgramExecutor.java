package dev.cairn.executor;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.jq.ExpressionException;
import dev.cairn.program.DeadlineScope;
import dev.cairn.program.ErrorGuardRange;
import dev.cairn.program.TaskInfo;

/**
 * Runs programs: the state machine of an instance. Pure: its results depend on the state and on the event, and on nothing
 * else.
 *
 * <p>
 * A budget bounds each run: an operation costs 1, an evaluation the charges of its expression. When the budget ends, so does
 * the run, with {@link TransitionResult.Paused}; {@link #proceed} goes on. A run may end earlier, see {@link InstanceState#giveWayAfter}. An
 * operation that was stopped in its middle begins again. An operation that exceeds a whole budget fails with an expression
 * error, if the budget is final.
 */
public final class ProgramExecutor {

    static final int FAULTED = -3;
    private static final int PAUSED = -5;
    private static final int NOTED = -6;
    static final int CANCELLED = -7;

    private ProgramExecutor() {}

    /** The state of an instance that has done nothing yet; {@link #proceed} begins with its first task. */
    public static InstanceState begin(String instanceId, LinkedProgram program, JournalEvent.Started started) {
        return new InstanceState(instanceId, program, started);
    }

    /**
     * Goes on from where the state is: after {@link #begin}, {@link TransitionResult.Paused} or {@link TransitionResult.Noted}. If the instance was
     * suspended then, it still is, and has come to the position that a replay reaches.
     *
     * @param state changed in place
     * @param budget amount of work; with 0 the instance begins, and does nothing
     * @param last true if no better thread can go on, so that expensive operations run here
     */
    public static TransitionResult proceed(InstanceState state, int budget, boolean last) {
        if (state.begin() && state.trace() != null) {
            state.trace().moves(OperationObserver.OUTSIDE, 0, null);
        }
        return run(state, state.suspended() ? OperatorCommandApplier.next(state) : state.operation(), budget, last);
    }

    /**
     * Takes an event in, and goes on.
     *
     * @param state changed in place
     * @param happening the outcome of the last wanted effect, or the command of an operator
     * @param budget amount of work; at least 1
     * @param last as for {@link #proceed}
     * @throws JournalMismatchException if another effect was wanted, or this event is impossible here; the state is unusable then
     */
    public static TransitionResult take(InstanceState state, JournalEvent happening, int budget, boolean last) {
        return take(state, happening, budget, budget, last);
    }

    /**
     * Takes an event in, and goes no further if the following work costs anything.
     *
     * @param budget amount of work for taking it in
     */
    public static TransitionResult takeOnly(InstanceState state, JournalEvent happening, int budget) {
        return take(state, happening, budget, 0, true);
    }

    private static TransitionResult take(InstanceState state, JournalEvent happening, int budget, int further, boolean last) {
        if (happening instanceof JournalEvent.OfOperator operators) {
            state.workBegins();
            return OperatorCommandApplier.take(state, operators, further, last);
        }
        if (!(happening instanceof JournalEvent.OfEffect outcome)) {
            throw new JournalMismatchException("the outcome of an effect", happening);
        }
        state.budget(budget);
        if (!wanted(state, outcome.effect())) {
            if (receiveMeanwhile(state, outcome)) {
                return end(state, OperationHandler.WANTS);
            }
            List<String> wanted = state.effects().stream().map(TransitionResult.Effect::id).toList();
            throw new JournalMismatchException(wanted.isEmpty() ? "no effect" : "the effect " + String.join(" or ", wanted),
                    happening);
        }
        int from = state.operation();
        state.noneWanted();
        if (!(outcome instanceof JournalEvent.ClockRead) && !(outcome instanceof JournalEvent.Scheduled)) {
            state.workBegins();
        }
        int next;
        try {
            next = outcome instanceof JournalEvent.TimedOut timedOut ? timeOut(state, timedOut)
                    : moved(state, from, state.program().handler(from).resume(state, outcome));
        } catch (ErrorSignal signal) {
            next = raise(state, from, signal);
        }
        return state.suspended() ? OperatorCommandApplier.halt(state, next) : run(state, next, further, last);
    }

    /** Takes in an event that came while tasks are done for another: it waits for its turn. */
    private static boolean receiveMeanwhile(InstanceState state, JournalEvent.OfEffect happening) {
        if (!(happening instanceof JournalEvent.Received received) || state.suspended()) {
            return false;
        }
        for (TransitionResult.Effect wanted : state.effects()) {
            if (wanted instanceof TransitionResult.Listening listening && listening.id().equals(received.effect())) {
                listener(state, listening).receive(state, received);
                return true;
            }
        }
        return false;
    }

    private static EventReceivingHandler listener(InstanceState state, TransitionResult.Listening wanted) {
        if (state.branches() != null) {
            state.branches().show(state, wanted.operation());
        }
        return (EventReceivingHandler) state.program().handler(wanted.operation());
    }

    private static boolean wanted(InstanceState state, String effect) {
        return state.branches() != null ? state.branches().select(state, effect)
                : state.wanted() != null && state.wanted().id().equals(effect);
    }

    /**
     * Declares the instance a fork: it follows the journal until a task begins, which then has another input. Several forks are
     * declared in the order in which they were made.
     *
     * @param state as {@link #begin} gives it
     * @throws JournalMismatchException if the program has no such task
     */
    public static void fork(InstanceState state, JournalEvent.Forked fork) {
        state.trace(new InstanceForkApplier(state, fork, (InstanceForkApplier) state.trace()));
    }

    /**
     * Tells if an event matches the wanted one. Changes nothing.
     *
     * @param wanted the effect that the instance wants
     * @param event attributes and data, in canonical form
     * @param budget amount of work for the filters
     * @return index of the filter for {@link JournalEvent.Received}, {@link EventReceivingHandler#NONE}, {@link EventReceivingHandler#KNOWN} or {@link EventReceivingHandler#TOO_MUCH}
     */
    public static int accepts(InstanceState state, TransitionResult.Listening wanted, JsonNode event, int budget) {
        state.budget(budget);
        try {
            return listener(state, wanted).accepts(state, event);
        } catch (BudgetExhaustedSignal exhausted) {
            return EventReceivingHandler.TOO_MUCH;
        }
    }

    /** The values that the filters of a listening effect expect: for each filter, by its index, values by name. */
    public static JsonNode expected(InstanceState state, TransitionResult.Listening wanted) {
        return listener(state, wanted).expected(state);
    }

    /** Goes on with an operation, or with the operation that a handler returned in its place. */
    static TransitionResult run(InstanceState state, int from, int budget, boolean last) {
        if (last) {
            state.interruptibleBudget(budget);
        } else {
            state.budget(budget);
        }
        state.atLeisure(last);
        int next = from;
        while (true) {
            if (next >= 0) {
                next = runBranch(state, next, budget, last);
            }
            if (next == PAUSED || next == NOTED) {
                return next == PAUSED ? TransitionResult.Paused.INSTANCE : TransitionResult.Noted.INSTANCE;
            }
            if (state.branches() != null && (next == OperationHandler.WANTS || next == OperationHandler.STANDS)) {
                next = state.branches().next(state);
            }
            if (next < 0) {
                return state.suspended() ? OperatorCommandApplier.halt(state, next) : end(state, next);
            }
        }
    }

    private static int runBranch(InstanceState state, int from, int budget, boolean last) {
        LinkedProgram program = state.program();
        int restAt = last ? state.restAt(budget) : 0;
        int next = from;
        while (next >= 0) {
            state.operation(next);
            if (state.trace() != null && state.trace().restsBefore(next)) {
                return NOTED;
            }
            int before = state.budget();
            if (before <= restAt || !last && program.heavy(next)) {
                return PAUSED;
            }
            if (program.startsLeaf(next)) {
                state.leaf(next);
            }
            try {
                state.charge(1);
                next = moved(state, next, program.handler(next).run(state));
            } catch (ErrorSignal signal) {
                next = raise(state, next, signal);
            } catch (ExpressionException failed) {
                next = raise(state, next, expressionFailed(failed.getMessage()));
            } catch (BudgetExhaustedSignal exhausted) {
                if (!last || before < budget || exhausted == BudgetExhaustedSignal.BY_INTERRUPTION) {
                    // An operation that had only the rest of a budget may be cheap.
                    if (before > budget / 2 && exhausted != BudgetExhaustedSignal.BY_VALUE) {
                        program.markHeavy(next);
                    }
                    return PAUSED;
                }
                next = raise(state, next,
                        expressionFailed("The evaluation took more than the " + budget
                                + " steps that one may take (quarkus.cairn.work.worker-budget)"));
            }
        }
        return next;
    }

    private static ErrorSignal expressionFailed(String detail) {
        return ErrorSignal.of(Standard.EXPRESSION, "Expression failed", detail);
    }

    private static int moved(InstanceState state, int from, int to) {
        OperationObserver trace = state.trace();
        if (trace != null && to == OperationHandler.WANTS) {
            trace.wants(from);
        } else if (trace != null && to != OperationHandler.STANDS) {
            trace.moves(from, Math.max(to, OperationObserver.OUTSIDE), null);
        }
        return to;
    }

    static TransitionResult end(InstanceState state, int outcome) {
        switch (outcome) {
            case OperationHandler.WANTS:
                return wanted(state);
            case OperationHandler.ENDS:
                return new TransitionResult.Finished(state.value());
            case CANCELLED:
                return new TransitionResult.Cancelled(state.cancellation().failure());
            default:
                return state.fault();
        }
    }

    /** The wanted effects: of several, those that need no outside help come first. */
    private static TransitionResult wanted(InstanceState state) {
        List<TransitionResult.Effect> all = state.effects();
        for (TransitionResult.Effect effect : all) {
            if (effect instanceof TransitionResult.Clock || effect instanceof TransitionResult.Timer) {
                return effect;
            }
        }
        return together(all);
    }

    /** All that is wanted, when a {@link TransitionResult.Clock} or {@link TransitionResult.Timer} was given that others are to wait for no longer. */
    public static TransitionResult everything(InstanceState state) {
        return together(state.effects());
    }

    private static TransitionResult together(List<TransitionResult.Effect> all) {
        return all.size() == 1 ? all.get(0) : new TransitionResult.Several(all);
    }

    static int raise(InstanceState state, int operation, ErrorSignal signal) {
        if (!signal.uncaught()) {
            state.failed(operation, -1);
        }
        return handle(state, operation, signal);
    }

    /** Finds who handles an error at an operation. */
    private static int handle(InstanceState state, int operation, ErrorSignal signal) {
        WorkflowError error = signal.error();
        WorkflowError located = error.instance() != null ? error
                : new WorkflowError(error.type(), error.status(), error.title(), error.detail(),
                        task(state, operation).reference());
        int at = state.branches() == null ? operation : state.branches().escape(state, operation, located);
        if (at == OperationHandler.STANDS) {
            return at;
        }
        ErrorGuardRange guard = state.guard(at);
        if (state.cancelling()) {
            state.cancellation().leaves(at, guard, located);
            if (guard == null) {
                state.cancellation().end();
                return CANCELLED;
            }
            if (!state.cancellation().isInside(at, guard)) {
                state.program().liftDeadlines(guard.handler(), state);
            }
        }
        follow(state, guard, located);
        if (guard == null) {
            state.fault(new TransitionResult.Faulted(located, signal.attempts()));
            if (state.branches() != null) {
                state.branches().fault(state);
            }
            return FAULTED;
        }
        if (state.branches() != null) {
            state.branches().handle(state, guard.handler());
        }
        state.register(guard.errorRegister(), signal.toJson(located));
        return guard.handler();
    }

    private static void follow(InstanceState state, ErrorGuardRange guard, WorkflowError error) {
        if (state.trace() == null) {
            return;
        }
        if (CancellationState.isCancelled(error) && state.cancelling()) {
            // Abandoned work has not failed.
            state.trace().abandons(guard.from(), guard.to());
        } else {
            state.trace().moves(state.operation(), guard == null ? OperationObserver.OUTSIDE : guard.handler(), error);
        }
    }

    private static int timeOut(InstanceState state, JournalEvent.TimedOut happening) {
        DeadlineScope scope = state.program().program().deadlines().get(happening.deadline());
        TaskInfo task = task(state, scope.raiseAt());
        state.failed(state.operation(), happening.deadline());
        return handle(state, scope.raiseAt(), new ErrorSignal(WorkflowError.of(Standard.TIMEOUT, "Timed out",
                "The task " + task.name() + " was not done within its time", task.reference())));
    }

    private static TaskInfo task(InstanceState state, int operation) {
        return state.program().program().tasks().get(state.program().program().operations().get(operation).task());
    }
}
