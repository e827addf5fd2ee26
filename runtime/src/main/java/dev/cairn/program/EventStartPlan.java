package dev.cairn.program;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import dev.cairn.definition.EventReadMode;
import dev.cairn.program.ListenPlan.FilterPlan;

/**
 * The events that start instances of a program: one instance for each event that fits one of the filters, or one for each set of
 * events.
 *
 * @param filters at least one
 * @param read the part of an event that is in the input
 * @param set the sets of events that start instances, or null if each event starts one
 */
public record EventStartPlan(List<FilterPlan> filters, EventReadMode read, EventSetPlan set) {

    public EventStartPlan {
        filters = List.copyOf(filters);
    }

    /** The types that filters name, each once. */
    public List<String> types() {
        return all().map(FilterPlan::type).filter(Objects::nonNull).distinct().toList();
    }

    /** True if events of other types than those may fit. */
    public boolean anyType() {
        return all().anyMatch(filter -> filter.type() == null);
    }

    private Stream<FilterPlan> all() {
        return set == null ? filters.stream() : Stream.concat(filters.stream(), set.until().filters().stream());
    }
}
