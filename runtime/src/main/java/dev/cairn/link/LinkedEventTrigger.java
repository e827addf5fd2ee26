package dev.cairn.link;

import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.program.EventStartPlan;
import dev.cairn.task.listen.LinkedEventFilter;

/** The events that start instances of a program, linked. Immutable. */
public final class LinkedEventTrigger {

    /** Approximate maximum size of the values that are gathered while an event is examined. */
    private static final long MAX_BYTES = 16L << 20;

    private final EventStartPlan plan;
    private final List<LinkedEventFilter> filters;
    private final LinkedEventSet set;

    /** @param set null if each event starts an instance */
    LinkedEventTrigger(EventStartPlan plan, List<LinkedEventFilter> filters, LinkedEventSet set) {
        this.plan = plan;
        this.filters = filters;
        this.set = set;
    }

    /** The sets of events that start instances; null if each event starts one. */
    public LinkedEventSet set() {
        return set;
    }

    /**
     * The input of the instance that an event starts: an array of one value.
     *
     * @param event attributes and data, in canonical form
     * @param named true if only filters may fit that name the type of the event as a plain string
     * @param budget work that the filters may do
     * @return empty if the event fits no filter
     * @throws CostlyFilterException if the budget, or the memory of an evaluation, does not suffice to tell
     */
    public Optional<ArrayNode> input(JsonNode event, boolean named, int budget) {
        EventFilterScope scope = new EventFilterScope(budget, MAX_BYTES);
        for (LinkedEventFilter filter : filters) {
            if ((!named || filter.namesType()) && filter.fits(scope, event)) {
                return Optional.of(JsonNodeFactory.instance.arrayNode().add(LinkedEventFilter.read(event, plan)));
            }
        }
        return Optional.empty();
    }

    /** The filters take more work than they may do. */
    public static final class CostlyFilterException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        CostlyFilterException() {
            super("The filters of an event take too much work", null, false, false);
        }
    }
}
