package dev.cairn.jq.node;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.value.ValuePath;

/**
 * A linked expression: what evaluation runs. Immutable, except while it is being linked, and for what it remembers of its
 * inputs to be faster.
 *
 * <p>Code that gives at most one result is evaluated by {@link #eval}, without sinks. All code can be evaluated by
 * {@link #each}, which pushes results and also follows paths.
 */
public abstract class EvaluationNode {

    /** Number of results: the constants are in ascending order. */
    public static final int ONE = 0;
    public static final int AT_MOST_ONE = 1;
    public static final int MANY = 2;

    /** One of {@link #ONE}, {@link #AT_MOST_ONE}, {@link #MANY}. */
    public final int results;

    public EvaluationNode(int results) {
        this.results = results;
    }

    /** True if {@link #eval} may be called. */
    public final boolean isDirect() {
        return results != MANY;
    }

    /**
     * Evaluates code that gives at most one result.
     *
     * @return null for no result, which code of {@link #ONE} result never returns
     */
    public abstract JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input);

    /**
     * Pushes all results.
     *
     * @param path position of the input, {@link ValuePath#LOST} if it has none, or null if paths are not wanted
     * @return false if the sink wants no more
     */
    public abstract boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input,
            ResultSink sink);

    /**
     * Told once, while linking, that the only result of this code is that of a function, just as it is. A call there does not
     * have to keep its caller waiting.
     */
    public void inTailPosition() {
        // Only code that passes on the results of its parts has something to tell them.
    }

    /** The larger of the results that code may give. */
    public static int most(EvaluationNode... codes) {
        int most = ONE;
        for (EvaluationNode code : codes) {
            most = Math.max(most, code.results);
        }
        return most;
    }
}
