package dev.cairn.executor;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;

/** The result of advancing an instance: the effects that it wants next, a pause, or its end. */
public sealed interface TransitionResult {

    /** The effects that have no outcome yet, those included that were wanted before the instance was suspended. */
    default List<Effect> effects() {
        return List.of();
    }

    /** Something is wanted from outside. */
    sealed interface Effect extends TransitionResult {

        /** Identity: stable over replays, unique in the instance. */
        String id();

        /** The earliest deadline around it, or null. */
        default Due deadline() {
            return null;
        }

        /** When something happens by itself: its timer or its deadline, whichever is earlier; {@link Long#MAX_VALUE} if it has neither. */
        default long wakeAtMillis() {
            return deadline() == null ? Long.MAX_VALUE : deadline().atMillis();
        }

        /** This effect with another deadline; itself if it has none. */
        default Effect until(Due deadline) {
            return this;
        }

        @Override
        default List<Effect> effects() {
            return List.of(this);
        }
    }

    /**
     * A call is to be made, once everything before it is durable. Answered by {@link JournalEvent.Completed},
     * {@link JournalEvent.Failed} or {@link JournalEvent.TimedOut}.
     *
     * @param operation index of the call in the program
     * @param arguments the call's arguments; null if they cannot be computed
     * @param failure null, or the error with which the call fails without being made; it is journaled like any outcome, since a
     *        replay cannot tell
     * @param deadline the earliest deadline around it, or null
     */
    record Call(String id, int operation, JsonNode arguments, WorkflowError failure, Due deadline) implements Effect {

        @Override
        public Effect until(Due other) {
            return new Call(id, operation, arguments, failure, other);
        }
    }

    /**
     * A timer is wanted; when it is due is to be settled. Answered by {@link JournalEvent.Scheduled}.
     *
     * @param leastMillis shortest wait
     * @param mostMillis longest wait: the choice between the two is random
     */
    record Timer(String id, long leastMillis, long mostMillis) implements Effect {}

    /**
     * A timer is settled and runs. Answered by {@link JournalEvent.Fired} or {@link JournalEvent.TimedOut}.
     *
     * @param dueAtMillis milliseconds since the epoch
     * @param deadline the earliest deadline around it, or null
     */
    record Waiting(String id, long dueAtMillis, Due deadline) implements Effect {

        @Override
        public long wakeAtMillis() {
            return deadline == null ? dueAtMillis : Math.min(dueAtMillis, deadline.atMillis());
        }

        @Override
        public Effect until(Due other) {
            return new Waiting(id, dueAtMillis, other);
        }
    }

    /**
     * An event is wanted; which, {@link ProgramExecutor#accepts} says. Answered by {@link JournalEvent.Received} or
     * {@link JournalEvent.TimedOut}.
     *
     * @param operation index of the operation that waits
     * @param deadline the earliest deadline around it, or null
     */
    record Listening(String id, int operation, Due deadline) implements Effect {

        @Override
        public Effect until(Due other) {
            return new Listening(id, operation, other);
        }
    }

    /** The time is wanted. Answered by {@link JournalEvent.ClockRead}. */
    record Clock(String id) implements Effect {}

    /**
     * Several effects are wanted by the branches of forks. Each has its outcome for itself, in any order.
     *
     * @param effects calls and waits, at least two, in the order they were written in the definition
     */
    record Several(List<Effect> effects) implements TransitionResult {
        public Several {
            effects = List.copyOf(effects);
        }
    }

    /**
     * The instance is suspended: no effect is wanted until {@link JournalEvent.Resumed}.
     *
     * @param effects effects that were wanted before and may still have their outcome
     */
    record Halted(List<Effect> effects) implements TransitionResult {
        public Halted {
            effects = List.copyOf(effects);
        }
    }

    /**
     * Completed tasks are in {@link CompletedTaskEntryCollector}, or many changes of tasks in {@link TaskChangeCollector}: {@link ProgramExecutor#proceed} goes
     * on when the journal has the entries before.
     */
    record Noted() implements TransitionResult {
        static final Noted INSTANCE = new Noted();
    }

    /** The budget is used up: {@link ProgramExecutor#proceed} goes on, on a thread where that delays no other instance. */
    record Paused() implements TransitionResult {
        static final Paused INSTANCE = new Paused();
    }

    /** The workflow has an output. */
    record Finished(JsonNode output) implements TransitionResult {}

    /**
     * The workflow ended with an error that nothing caught.
     *
     * @param attempts number of attempts of a task whose retries are used up, else 0
     */
    record Faulted(WorkflowError error, long attempts) implements TransitionResult {

        /** The error as people see it: its detail says how many attempts were made, which no filter and no replay depends on. */
        public WorkflowError told() {
            if (attempts == 0) {
                return error;
            }
            String made = "After " + attempts + " attempts";
            String detail = error.detail() == null ? made : made + ": " + error.detail();
            return ErrorTextLimiter.bounded(
                    new WorkflowError(error.type(), error.status(), error.title(), detail, error.instance()));
        }
    }

    /**
     * The instance is cancelled, and everything that can be undone is undone.
     *
     * @param failure the error of the compensation, or null
     */
    record Cancelled(WorkflowError failure) implements TransitionResult {}

    /**
     * A deadline.
     *
     * @param deadline index in the program's deadlines
     * @param atMillis milliseconds since the epoch
     */
    record Due(int deadline, long atMillis) {}
}
