package dev.cairn.executor;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.WorkflowError;
import dev.cairn.value.JsonPayload;

/**
 * An event of an instance that cannot be computed again, so each one is an entry of its journal. Replay takes the same events
 * in once more, in their order.
 */
public sealed interface JournalEvent {

    /**
     * The instance began. Always the first.
     *
     * @param workflow qualified name of the definition
     * @param version version of the definition
     * @param shape shape hash of the program
     * @param atMillis when, milliseconds since the epoch
     * @param input raw input
     * @param asciiEffects false for an instance whose effects are named as the first releases did, with names of tasks as they are
     */
    record Started(String workflow, String version, long shape, long atMillis, JsonPayload input, boolean asciiEffects)
            implements
            JournalEvent {

        /** An instance that begins now. */
        public Started(String workflow, String version, long shape, long atMillis, JsonPayload input) {
            this(workflow, version, shape, atMillis, input, true);
        }
    }

    /** An effect has an outcome. */
    sealed interface OfEffect extends JournalEvent {

        /** Identity of the effect. */
        String effect();
    }

    /** A call was answered. */
    record Completed(String effect, JsonPayload output) implements OfEffect {}

    /**
     * A call failed.
     *
     * @param response the answer that is the error: {@code status}, {@code headers} and maybe {@code body}; null if there is none
     */
    record Failed(String effect, WorkflowError error, JsonPayload response) implements OfEffect {

        /** A failure without an answer. */
        public Failed(String effect, WorkflowError error) {
            this(effect, error, null);
        }
    }

    /** It is settled when a timer is due, milliseconds since the epoch. */
    record Scheduled(String effect, long dueAtMillis) implements OfEffect {}

    /** A timer was due. */
    record Fired(String effect) implements OfEffect {}

    /**
     * An event came.
     *
     * @param filter which filter of the task it fits, as {@link ProgramExecutor#accepts} said
     * @param event its attributes and data
     */
    record Received(String effect, int filter, JsonPayload event) implements OfEffect {}

    /** The clock was read. */
    record ClockRead(String effect, long atMillis) implements OfEffect {}

    /**
     * A deadline passed while the effect was under way.
     *
     * @param deadline index in the program's deadlines
     */
    record TimedOut(String effect, int deadline) implements OfEffect {}

    /**
     * A task is done, successfully or not. It follows from the other entries, and is kept if the history of tasks is: replay
     * compares it with its own result.
     *
     * @param task reference of the task
     * @param run which beginning of the task that was, counted from 1
     * @param output its output, or null if it failed; in a journal also null if the output is nested too deep to be written
     * @param error its error, or null
     */
    record TaskDone(String task, int run, JsonPayload output, WorkflowError error) implements JournalEvent {}

    /** An operator did something. */
    sealed interface OfOperator extends JournalEvent {}

    /** The instance was suspended: the effect under way comes to its end, and nothing else begins. */
    record Suspended() implements OfOperator {}

    /** A suspended instance goes on. */
    record Resumed() implements OfOperator {}

    /**
     * A faulted instance goes on at the task that failed.
     *
     * @param stoodMillis duration of the standstill: deadlines around the task are that much later
     */
    record Retried(long stoodMillis) implements OfOperator {}

    /**
     * The instance is to end as cancelled once its work is undone. Work under way is abandoned. From then on errors and the
     * like lead only to compensation.
     */
    record Cancelling() implements OfOperator {}

    /**
     * The instance begins as another one did, up to a task that gets another input. Follows directly on the start; the entries
     * behind it are a copy of the other instance's entries before that task began.
     *
     * @param from id of the other instance; pure tasks before the task see it as their own
     * @param task reference of the task
     * @param run which beginning of the task, counted from 1
     * @param input raw input of the task
     * @param stoodMillis time since the other instance came to the task: deadlines around it are that much later
     */
    record Forked(String from, String task, int run, JsonPayload input, long stoodMillis) implements JournalEvent {}

    /**
     * The instance ended. The last entry, unless the instance faulted and {@link Retried} follows. It follows from the others
     * and is kept so that reading the outcome needs no replay.
     *
     * @param status completed, faulted or cancelled
     * @param output of a completed instance, else null
     * @param error of a faulted instance, or of a compensation that failed while the instance was cancelled, else null
     */
    record Ended(InstanceStatus status, JsonPayload output, WorkflowError error) implements JournalEvent {}
}
