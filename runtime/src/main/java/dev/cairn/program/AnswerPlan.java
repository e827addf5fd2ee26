package dev.cairn.program;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The expressions of a program that answer callers. Replay does not depend on them, so they have no part in the shape.
 *
 * @param queries expressions on the state of an instance, by the name of the query
 * @param replies expressions that answer the sender of an event, by the index of the task that takes it
 */
public record AnswerPlan(Map<String, BoundExpression> queries, Map<Integer, BoundExpression> replies) {

    /** Answers nothing. */
    public static final AnswerPlan NONE = new AnswerPlan(Map.of(), Map.of());

    public AnswerPlan {
        queries = sorted(queries);
        replies = sorted(replies);
    }

    private static <K extends Comparable<K>> SortedMap<K, BoundExpression> sorted(Map<K, BoundExpression> map) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(map));
    }
}
