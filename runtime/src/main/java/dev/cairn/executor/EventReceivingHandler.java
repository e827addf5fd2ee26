package dev.cairn.executor;

import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

/** The handler of an operation that receives events, as the executor sees it. */
public interface EventReceivingHandler extends OperationHandler {

    /** No filter fits. */
    int NONE = -1;

    /** The event was taken before: it has the same source and id. */
    int KNOWN = -2;

    /** Unknown if a filter matches: that takes more work than the budget allows. */
    int TOO_MUCH = -3;

    /**
     * Says whether an event fits. Changes nothing but the budget.
     *
     * @param event attributes and data, in canonical form
     * @return index of the filter that it fits, {@link #NONE} or {@link #KNOWN}
     */
    int accepts(InstanceState state, JsonNode event);

    /**
     * The effect that is also wanted while tasks run for an earlier event.
     *
     * @param operation index of the operation that this handler belongs to
     * @return null if enough events have arrived; without a deadline, which the tasks have
     */
    TransitionResult.Listening wantedMeanwhile(InstanceState state, int operation);

    /** Adds the events that the task has taken and not replied to yet, by their source and id. */
    void owedReplies(InstanceState state, Set<String> owed);

    /** The values that the events have in common, by name, as far as they are known. */
    JsonNode correlated(InstanceState state);

    /**
     * The values that the filters expect, which were known when the listening began.
     *
     * @return an object of values by name for each filter, by its index; never changed
     */
    JsonNode expected(InstanceState state);

    /** Takes in an event; which of the filters it fits is known. */
    void receive(InstanceState state, JournalEvent.Received received);
}
