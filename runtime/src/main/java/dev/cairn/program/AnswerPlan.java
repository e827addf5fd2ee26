package dev.cairn.program;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The expressions of a program that answer callers. Replay does not depend on them, so they have no part in the shape.
 *
 * @param queries expressions on the state of an instance, by the name of the query
 */
public record AnswerPlan(Map<String, BoundExpression> queries) {

    /** Answers nothing. */
    public static final AnswerPlan NONE = new AnswerPlan(Map.of());

    public AnswerPlan {
        SortedMap<String, BoundExpression> sorted = new TreeMap<>(queries);
        queries = Collections.unmodifiableSortedMap(sorted);
    }
}
