package dev.cairn.definition;

import java.util.List;

/**
 * The number and the kind of the events that a task waits for.
 *
 * @param mode number of the events
 * @param filters one for {@link Mode#ONE}; none for {@link Mode#ANY} means that every event fits
 * @param until of {@link Mode#ANY}: a condition on the events so far that ends the listening, or null
 * @param untilEvents of {@link Mode#ANY}: events that end the listening, or null
 * @param location its source location
 */
public record EventConsumption(Mode mode, List<EventFilter> filters, ValueTemplate until, EventConsumption untilEvents,
        SourceLocation location) {

    public EventConsumption {
        filters = List.copyOf(filters);
    }

    /** The strategies of the DSL. */
    public enum Mode {
        /** One event. */
        ONE,
        /** One event for each filter. */
        ALL,
        /** An event that fits one of the filters; with an until, any number of them. */
        ANY
    }
}
