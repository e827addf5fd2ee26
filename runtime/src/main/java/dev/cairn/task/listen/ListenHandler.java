package dev.cairn.task.listen;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.definition.EventConsumption.Mode;
import dev.cairn.executor.DivergenceException;
import dev.cairn.executor.Happening;
import dev.cairn.executor.Listener;
import dev.cairn.executor.State;
import dev.cairn.executor.Step;
import dev.cairn.program.EffectId;
import dev.cairn.program.ListenPlan;

/** {@code listen}: waits for the next event. */
public final class ListenHandler implements Listener {

    private final EffectId effect;
    private final ListenPlan plan;
    private final List<LinkedFilter> filters;

    /** Links the waiting; the filters are all of the plan. */
    public ListenHandler(EffectId effect, ListenPlan plan, List<LinkedFilter> filters) {
        this.effect = effect;
        this.plan = plan;
        this.filters = List.copyOf(filters);
    }

    @Override
    public int run(State state) {
        return Notes.of(state, plan).hasNext() ? state.operation() + 1
                : state.want(new Step.Listening(state.identity(effect), state.operation(), state.deadline()));
    }

    @Override
    public Step.Listening wantedMeanwhile(State state, int operation) {
        return Notes.of(state, plan).isClosed() ? null : new Step.Listening(state.identity(effect), operation, null);
    }

    @Override
    public int accepts(State state, JsonNode event) {
        Notes notes = Notes.of(state, plan);
        if (notes.knows(event)) {
            return KNOWN;
        }
        int until = first(state, event, notes, plan.filters().size(), filters.size(), plan.untilMode());
        return until != NONE ? until : first(state, event, notes, 0, plan.filters().size(), plan.mode());
    }

    private int first(State state, JsonNode event, Notes notes, int from, int to, Mode mode) {
        for (int filter = from; filter < to; filter++) {
            if (!(mode == Mode.ALL && notes.isMet(filter)) && filters.get(filter).fits(state, event, filter, notes)) {
                return filter;
            }
        }
        return NONE;
    }

    @Override
    public int resume(State state, Happening.OfEffect happening) {
        if (!(happening instanceof Happening.Received received)) {
            throw new DivergenceException("an event", happening);
        }
        receive(state, received);
        return state.operation() + 1;
    }

    @Override
    public void receive(State state, Happening.Received received) {
        JsonNode event = received.event().tree();
        int filter = received.filter();
        Notes notes = Notes.of(state, plan);
        notes.know(event);
        for (Map.Entry<String, JsonNode> value : filters.get(filter).toBind(state, event, filter, notes).properties()) {
            notes.bind(value.getKey(), value.getValue());
        }
        notes.meet(filter);
        if (isEnough(notes, filter)) {
            notes.close();
        }
        notes.add(event, filter);
        state.number(plan.turn(), state.number(plan.turn()) + 1);
    }

    @Override
    public JsonNode correlated(State state) {
        return Notes.of(state, plan).correlated();
    }

    private boolean isEnough(Notes notes, int filter) {
        int count = plan.filters().size();
        if (filter >= count) {
            return plan.untilMode() != Mode.ALL || allMet(notes, count, filters.size());
        }
        if (plan.mode() == Mode.ALL) {
            return allMet(notes, 0, count);
        }
        return plan.mode() == Mode.ONE || !plan.condition() && plan.until().isEmpty();
    }

    private static boolean allMet(Notes notes, int from, int to) {
        for (int filter = from; filter < to; filter++) {
            if (!notes.isMet(filter)) {
                return false;
            }
        }
        return true;
    }
}
