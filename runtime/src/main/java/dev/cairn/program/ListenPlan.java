package dev.cairn.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import dev.cairn.definition.EventConsumption.Mode;
import dev.cairn.definition.EventReadMode;

/**
 * The events that a task waits for, and the registers that keep them.
 *
 * @param events the awaited events
 * @param condition true if a condition on the events so far ends the listening; the operation after {@link Operation.Consume} asks it
 * @param until the events that end the listening; without filters if there are none
 * @param read the part of an event that is given
 * @param registers registers of the task
 */
public record ListenPlan(AwaitedEvents events, boolean condition, AwaitedEvents until, EventReadMode read,
        ListenRegisters registers) {

    /** True if tasks run for each event. */
    public boolean each() {
        return registers.index() >= 0;
    }

    /** All filters: the filters of {@code until} follow the others. */
    public List<FilterPlan> all() {
        List<FilterPlan> all = new ArrayList<>(events.filters());
        all.addAll(until.filters());
        return all;
    }

    /**
     * Events and their number.
     *
     * @param mode number of the events; it has no meaning without filters
     * @param filters the filters of the events; {@link Mode#ANY} of every event has one without conditions
     */
    public record AwaitedEvents(Mode mode, List<FilterPlan> filters) {
        public AwaitedEvents {
            filters = List.copyOf(filters);
        }
    }

    /**
     * The registers of a listening task.
     *
     * @param values value register of the array of the given values so far
     * @param notes value register of the state that is kept from event to event
     * @param turn number register of the events that have arrived
     * @param index number register that counts the events for each of which tasks run, from 0; -1 without such tasks
     */
    public record ListenRegisters(int values, int notes, int turn, int index) {}

    /** The types that filters name. */
    public List<String> types() {
        return all().stream().map(FilterPlan::type).filter(Objects::nonNull).toList();
    }

    /** True if events of other types than those may fit. */
    public boolean anyType() {
        return all().stream().anyMatch(filter -> filter.type() == null);
    }

    /**
     * A filter of events.
     *
     * @param attributes all of them have to fit
     * @param correlations values that the event has in common with others
     */
    public record FilterPlan(List<AttributePlan> attributes, List<CorrelationPlan> correlations) {
        public FilterPlan {
            attributes = List.copyOf(attributes);
            correlations = List.copyOf(correlations);
        }

        /** The type that an event has to have, or null if it could have several. */
        public String type() {
            return attributes.stream().filter(attribute -> attribute.name().equals("type") && attribute.literal() != null)
                    .map(AttributePlan::literal).findFirst().orElse(null);
        }
    }

    /**
     * The expected value of an attribute of an event. Exactly one of the last two is not null.
     *
     * @param name of the attribute, or {@code data}
     * @param literal the expected string
     * @param value sees the attribute; gives true or false, or the expected value
     */
    public record AttributePlan(String name, String literal, BoundExpression value) {}

    /**
     * A value that events have in common.
     *
     * @param from takes it out of an event
     * @param expect the expected value, evaluated when the listening begins; or null: then the first event decides
     */
    public record CorrelationPlan(String name, BoundExpression from, BoundExpression expect) {}
}
