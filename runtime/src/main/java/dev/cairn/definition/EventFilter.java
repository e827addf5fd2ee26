package dev.cairn.definition;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Selects events: an event matches if it has all these attributes, and fits the events before it.
 *
 * @param with by attribute: a literal, a regular expression for the whole of a string, or an expression {@code ${ … }} that sees the
 *        attribute's value
 * @param correlate by name; in the order they were written
 * @param location its source location
 */
public record EventFilter(Map<String, ValueTemplate> with, Map<String, Correlation> correlate, SourceLocation location) {

    public EventFilter {
        with = Collections.unmodifiableMap(new LinkedHashMap<>(with));
        correlate = Collections.unmodifiableMap(new LinkedHashMap<>(correlate));
    }

    /**
     * A value that events have in common.
     *
     * @param from takes the value out of an event; it sees the whole event
     * @param expect the expected value, or null: then the first event decides
     */
    public record Correlation(ValueTemplate from, ValueTemplate expect) {}
}
