package dev.cairn.program;

import java.util.List;

/**
 * One operation of a program. The executor runs them one after another; targets are indexes of operations, registers are indexes
 * of the state's value or number registers, -1 stands for none. Nullable parts say so.
 */
public sealed interface Operation {

    /** Index of the task this belongs to, in {@link Program#tasks()}. */
    int task();

    /**
     * The beginning of a task that has a condition or input rules, or whose input is needed later.
     *
     * @param condition {@code if}, or null
     * @param skipTo operation that follows if the condition does not hold
     * @param rawRegister keeps the raw input, or -1
     * @param schema index of a schema for the raw input, or -1
     * @param from {@code input.from}, or null
     * @param inputRegister keeps the transformed input, or -1
     */
    record Enter(int task, BoundExpression condition, int skipTo, int rawRegister, int schema, BoundExpression from,
            int inputRegister) implements Operation {}

    /**
     * The end of a task that has output or export rules.
     *
     * @param as {@code output.as}, or null
     * @param schema index of a schema for the transformed output, or -1
     * @param outputRegister keeps the transformed output for {@code export.as}, or -1
     * @param export {@code export.as}, or null
     * @param exportSchema index of a schema for the new context, or -1
     */
    record Leave(int task, BoundExpression as, int schema, int outputRegister, BoundExpression export, int exportSchema)
            implements Operation {}

    /** {@code set}. */
    record Assign(int task, BoundExpression value) implements Operation {}

    /**
     * Keeps a value for later; the flowing value does not change.
     *
     * @param register value register that gets it
     */
    record Keep(int task, BoundExpression value, int register) implements Operation {}

    /**
     * Continues at another operation.
     *
     * @param counter number register to count up, or -1
     */
    record Jump(int task, int target, int counter) implements Operation {}

    /**
     * {@code switch}.
     *
     * @param conditions tried in order
     * @param targets one for each condition
     * @param otherwise operation that follows if none holds
     */
    record Choose(int task, List<BoundExpression> conditions, List<Integer> targets, int otherwise) implements Operation {
        public Choose {
            conditions = List.copyOf(conditions);
            targets = List.copyOf(targets);
        }
    }

    /** Evaluates the items of a {@code for} and sets its index to 0. */
    record LoopStart(int task, BoundExpression items, int itemsRegister, int index) implements Operation {}

    /**
     * Begins a turn of a {@code for}, or leaves it.
     *
     * @param index number register of the index
     * @param each value register of the item
     * @param at value register of the index
     * @param exit operation that follows the last turn
     */
    record LoopTurn(int task, int itemsRegister, int index, int each, int at, int exit) implements Operation {}

    /** Leaves a {@code for} whose {@code while} does not hold: goes to {@code target} unless the condition holds. */
    record Unless(int task, BoundExpression condition, int target) implements Operation {}

    /**
     * A call.
     *
     * @param function index in {@link Program#functions()}, {@link #HTTP}, {@link #WORKFLOW}, {@link #COMMAND} or
     *        {@link #INTEGRATION}
     * @param arguments the call's arguments
     * @param dynamicTarget true if input can influence the host that is called, so that the host needs admission. Not part of the
     *        shape: replay does not depend on it
     */
    record Call(int task, EffectIdTemplate effect, int function, BoundExpression arguments, boolean dynamicTarget)
            implements
            Operation {

        /** The {@code function} of an HTTP call. */
        public static final int HTTP = -1;

        /** The {@code function} of a run of another workflow. */
        public static final int WORKFLOW = -2;

        /** The {@code function} of a run of a command. */
        public static final int COMMAND = -3;

        /** The {@code function} of a call that an integration makes; the arguments are {@code {call, with}}. */
        public static final int INTEGRATION = -4;

        /** The same call, to a host that input can influence. */
        public Call toDynamicTarget() {
            return new Call(task, effect, function, arguments, true);
        }
    }

    /**
     * Publishes an event.
     *
     * @param event gives its attributes and data
     * @param source its {@code source} if the event has none
     * @param eventRegister keeps the event, which is the output
     */
    record Emit(int task, EffectIdTemplate effect, BoundExpression event, String source, int eventRegister)
            implements Operation {}

    /** Begins to listen: evaluates the correlation of the events, and drops the events of an earlier run. */
    record ListenStart(int task, ListenPlan plan) implements Operation {}

    /** Waits for the next event. */
    record Listen(int task, EffectIdTemplate effect, ListenPlan plan) implements Operation {}

    /**
     * Begins the tasks for the first event that they have not seen.
     *
     * @param item value register of the value read from the event
     * @param at value register of its number, from 0
     * @param again operation that waits for the next event
     * @param done operation that follows when the listening ends
     */
    record ListenTurn(int task, ListenPlan plan, int item, int at, int again, int done) implements Operation {}

    /**
     * Adds the value of the event, or the result of its tasks, to the array of all values, which flows on.
     *
     * @param again operation that waits for the next event
     * @param done operation that follows when the listening ends; the next operation if a condition decides that
     */
    record Consume(int task, ListenPlan plan, int again, int done) implements Operation {}

    /** {@code wait}. */
    record Wait(int task, EffectIdTemplate effect, DurationPlan length) implements Operation {}

    /** {@code raise}; {@code error} gives an object with the parts of an error. */
    record Raise(int task, BoundExpression error) implements Operation {}

    /** Reads the clock into a number register; register 0 is what {@code now} reads. */
    record Clock(int task, EffectIdTemplate effect, int register) implements Operation {}

    /** Sets a deadline: what number register 0 holds plus a length. */
    record SetDeadline(int task, int register, DurationPlan length) implements Operation {}

    /** Begins a {@code try}: keeps the input for further attempts, and sets the number of retries made to 0. */
    record TryStart(int task, int inputRegister, int attempts) implements Operation {}

    /**
     * Handles an error that is in a register: throws it on if it does not match, tries again, or goes on with the
     * handling tasks.
     *
     * @param effect the delay before a retry
     * @param errors the errors that it handles
     * @param retry the retry policy, or null
     * @param registers registers of the try
     * @param retryTo operation at which an attempt begins
     * @param handled true if there are tasks that handle the error, or if no retry was asked for
     */
    record Catch(int task, EffectIdTemplate effect, CatchCondition errors, RetryPlan retry, TryRegisters registers, int retryTo,
            boolean handled) implements Operation {}

    /**
     * The registers of a {@code try}.
     *
     * @param error value register of the error
     * @param input value register of the input
     * @param attempts number register of the retries made
     */
    record TryRegisters(int error, int input, int attempts) {}

    /**
     * Begins the branches of a {@code fork}. The branches of a fork are consecutive: each ends where the next begins, the last
     * at {@code exit}.
     *
     * @param branches first operation of each, in the order they were written; at least one
     * @param exit operation that follows when the fork has an output
     * @param compete true if the first completed branch gives the output, and the others are abandoned
     */
    record Fork(int task, List<Integer> branches, int exit, boolean compete) implements Operation {
        public Fork {
            branches = List.copyOf(branches);
        }
    }

    /** Ends a branch; the flowing value is its output. Belongs to the task of the fork. */
    record BranchEnd(int task) implements Operation {}

    /** Leaves a fork and abandons its unfinished branches. Belongs to the task of the fork. */
    record ForkLeave(int task, int target) implements Operation {}

    /**
     * The end of the workflow.
     *
     * @param as {@code output.as} of the workflow, or null
     * @param schema index of a schema for the output, or -1
     */
    record Finish(int task, BoundExpression as, int schema) implements Operation {}
}
