package dev.cairn.task.listen;

import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.definition.EventConsumption.Mode;
import dev.cairn.event.CloudEventJsonInspector;
import dev.cairn.executor.EventReceivingHandler;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.JournalMismatchException;
import dev.cairn.executor.TransitionResult;
import dev.cairn.program.EffectIdTemplate;
import dev.cairn.program.ListenPlan;

/** {@code listen}: waits for the next event. */
public final class ListenReceiveHandler implements EventReceivingHandler {

    private final EffectIdTemplate effect;
    private final ListenPlan plan;
    private final List<LinkedEventFilter> filters;
    private final boolean replies;

    /**
     * Links the waiting.
     *
     * @param filters all of the plan
     * @param replies true if the task replies to events
     */
    public ListenReceiveHandler(EffectIdTemplate effect, ListenPlan plan, List<LinkedEventFilter> filters, boolean replies) {
        this.replies = replies;
        this.effect = effect;
        this.plan = plan;
        this.filters = List.copyOf(filters);
    }

    @Override
    public int run(InstanceState state) {
        return ListenTaskState.of(state, plan).hasNext() ? state.operation() + 1
                : state.want(new TransitionResult.Listening(state.identity(effect), state.operation(), state.deadline()));
    }

    @Override
    public TransitionResult.Listening wantedMeanwhile(InstanceState state, int operation) {
        return ListenTaskState.of(state, plan).isClosed() ? null
                : new TransitionResult.Listening(state.identity(effect), operation, null);
    }

    @Override
    public int accepts(InstanceState state, JsonNode event) {
        ListenTaskState notes = ListenTaskState.of(state, plan);
        if (notes.knows(event)) {
            return KNOWN;
        }
        int count = plan.events().filters().size();
        int until = first(state, event, notes, count, filters.size(), plan.until().mode());
        return until != NONE ? until : first(state, event, notes, 0, count, plan.events().mode());
    }

    private int first(InstanceState state, JsonNode event, ListenTaskState notes, int from, int to, Mode mode) {
        for (int filter = from; filter < to; filter++) {
            if (!(mode == Mode.ALL && notes.isMet(filter)) && filters.get(filter).fits(state, event, filter, notes)) {
                return filter;
            }
        }
        return NONE;
    }

    @Override
    public int resume(InstanceState state, JournalEvent.OfEffect happening) {
        if (!(happening instanceof JournalEvent.Received received)) {
            throw new JournalMismatchException("an event", happening);
        }
        receive(state, received);
        return state.operation() + 1;
    }

    @Override
    public void receive(InstanceState state, JournalEvent.Received received) {
        JsonNode event = received.event().tree();
        int filter = received.filter();
        ListenTaskState notes = ListenTaskState.of(state, plan);
        notes.know(event);
        for (Map.Entry<String, JsonNode> value : filters.get(filter).toBind(state, event, filter, notes).properties()) {
            notes.bind(value.getKey(), value.getValue());
        }
        notes.meet(filter);
        if (isEnough(notes, filter)) {
            notes.close();
        }
        notes.add(event, filter);
        if (state.replies() != null) {
            state.replies().received(CloudEventJsonInspector.key(event),
                    replies && filter < plan.events().filters().size());
        }
        int turn = plan.registers().turn();
        state.number(turn, state.number(turn) + 1);
    }

    @Override
    public void owedReplies(InstanceState state, Set<String> owed) {
        if (replies) {
            ListenTaskState.owed(state, plan, owed);
        }
    }

    @Override
    public JsonNode correlated(InstanceState state) {
        return ListenTaskState.of(state, plan).correlated();
    }

    @Override
    public JsonNode expected(InstanceState state) {
        return ListenTaskState.of(state, plan).expected();
    }

    private boolean isEnough(ListenTaskState notes, int filter) {
        int count = plan.events().filters().size();
        if (filter >= count) {
            return plan.until().mode() != Mode.ALL || allMet(notes, count, filters.size());
        }
        Mode mode = plan.events().mode();
        if (mode == Mode.ALL) {
            return allMet(notes, 0, count);
        }
        return mode == Mode.ONE || !plan.condition() && plan.until().filters().isEmpty();
    }

    private static boolean allMet(ListenTaskState notes, int from, int to) {
        for (int filter = from; filter < to; filter++) {
            if (!notes.isMet(filter)) {
                return false;
            }
        }
        return true;
    }
}
