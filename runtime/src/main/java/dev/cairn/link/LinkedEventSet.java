package dev.cairn.link;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;

import dev.cairn.jq.CompiledExpression;
import dev.cairn.jq.EvaluationHost;
import dev.cairn.program.EventSetPlan;
import dev.cairn.program.EventStartPlan;
import dev.cairn.task.listen.LinkedEventFilter;
import dev.cairn.value.JqValues;
import dev.cairn.value.ValueHash;

/** The sets of events that start instances of a program, linked. Immutable. */
public final class LinkedEventSet {

    /** Approximate maximum size of the values that are gathered while an event, or the events of a set, are examined. */
    private static final long MAX_BYTES = 16L << 20;

    private final String workflow;
    private final EventStartPlan plan;
    private final EventSetPlan set;
    /** The filters that end a set follow the others. */
    private final List<LinkedEventFilter> filters;
    private final CompiledExpression condition;

    /** @param condition null for none */
    LinkedEventSet(String workflow, EventStartPlan plan, List<LinkedEventFilter> filters, CompiledExpression condition) {
        this.workflow = workflow;
        this.plan = plan;
        this.set = plan.set();
        this.filters = filters;
        this.condition = condition;
    }

    /**
     * The sets that an event may stand in.
     *
     * @param event attributes and data, in canonical form
     * @param named true if only filters may fit that name the type of the event as a plain string
     * @param budget work that the filters may do
     * @return empty if the event fits no filter
     * @throws LinkedEventTrigger.CostlyFilterException if the budget, or the memory of an evaluation, does not suffice to tell
     */
    public Optional<EventSetMatch> match(JsonNode event, boolean named, int budget) {
        EventFilterScope scope = new EventFilterScope(budget, MAX_BYTES);
        String key = null;
        List<Integer> found = new ArrayList<>();
        for (int index : preferred()) {
            LinkedEventFilter filter = filters.get(index);
            if ((!named || filter.namesType()) && filter.fits(scope, event)) {
                String own = key(filter, scope, event);
                key = key == null ? own : key;
                if (key.equals(own)) {
                    found.add(index);
                }
            }
        }
        return found.isEmpty() ? Optional.empty() : Optional.of(new EventSetMatch(key, found));
    }

    private int[] preferred() {
        int count = plan.filters().size();
        return IntStream.concat(IntStream.range(count, filters.size()), IntStream.range(0, count)).toArray();
    }

    private String key(LinkedEventFilter filter, EvaluationHost scope, JsonNode event) {
        ValueHash hash = ValueHash.exact().add(workflow).add(set.id());
        filter.shared(scope, event).forEach(hash::add);
        return hash.text();
    }

    /** The part of an event that is in the input. */
    public JsonNode read(JsonNode event) {
        return LinkedEventFilter.read(event, plan);
    }

    /** True if events of a filter end a set, and are not in the input. */
    public boolean ends(int filter) {
        return filter >= plan.filters().size();
    }

    /** True if a set has room for several events of a filter. */
    public boolean repeats(int filter) {
        return ends(filter) ? !set.untilAll() : !set.all();
    }

    /** True if a set ends with events for some filters, without regard to the condition. */
    public boolean isComplete(Set<Integer> met) {
        int count = plan.filters().size();
        if (set.all()) {
            return hasAll(met, 0, count);
        }
        return set.untilAll() ? count < filters.size() && hasAll(met, count, filters.size())
                : met.stream().anyMatch(this::ends);
    }

    private static boolean hasAll(Set<Integer> met, int from, int to) {
        return IntStream.range(from, to).allMatch(met::contains);
    }

    /** True if a condition ends sets. */
    public boolean hasCondition() {
        return condition != null;
    }

    /**
     * True if the condition ends a set.
     *
     * @param values the events of the set so far, as they are in the input
     * @throws LinkedEventTrigger.CostlyFilterException as for {@link #match}
     * @throws dev.cairn.value.ValueException if the condition fails
     */
    public boolean isOver(ArrayNode values, int budget) {
        return JqValues.truthy(condition.evaluate(new EventFilterScope(budget, MAX_BYTES), values));
    }
}
