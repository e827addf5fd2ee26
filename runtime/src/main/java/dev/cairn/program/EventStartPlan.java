package dev.cairn.program;

import java.util.List;
import java.util.Objects;

import dev.cairn.definition.EventReadMode;
import dev.cairn.program.ListenPlan.FilterPlan;

/**
 * The events that start instances of a program: one instance for each event that fits one of the filters.
 *
 * @param filters at least one
 * @param read the part of an event that is in the input
 */
public record EventStartPlan(List<FilterPlan> filters, EventReadMode read) {

    public EventStartPlan {
        filters = List.copyOf(filters);
    }

    /** The types that filters name, each once. */
    public List<String> types() {
        return filters.stream().map(FilterPlan::type).filter(Objects::nonNull).distinct().toList();
    }

    /** True if events of other types than those may fit. */
    public boolean anyType() {
        return filters.stream().anyMatch(filter -> filter.type() == null);
    }
}
