package dev.cairn.expression;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A linked expression: what evaluation runs. Immutable, except while it is being linked, and for what it remembers of its
 * inputs to be faster.
 *
 * <p>Code that gives at most one result is evaluated by {@link #eval}, without sinks. All code can be evaluated by
 * {@link #each}, which pushes results and also follows paths.
 */
abstract class Code {

    /** Number of results: the constants are in ascending order. */
    static final int ONE = 0;
    static final int AT_MOST_ONE = 1;
    static final int MANY = 2;

    /** One of {@link #ONE}, {@link #AT_MOST_ONE}, {@link #MANY}. */
    final int results;

    Code(int results) {
        this.results = results;
    }

    /** True if {@link #eval} may be called. */
    final boolean isDirect() {
        return results != MANY;
    }

    /**
     * Evaluates code that gives at most one result.
     *
     * @return null for no result, which code of {@link #ONE} result never returns
     */
    abstract JsonNode eval(Scope scope, Locals locals, JsonNode input);

    /**
     * Pushes all results.
     *
     * @param path position of the input, {@link Path#LOST} if it has none, or null if paths are not wanted
     * @return false if the sink wants no more
     */
    abstract boolean each(Scope scope, Locals locals, Path path, JsonNode input, Sink sink);

    /**
     * Told once, while linking, that the only result of this code is that of a function, just as it is. A call there does not
     * have to keep its caller waiting.
     */
    void inTailPosition() {
        // Only code that passes on the results of its parts has something to tell them.
    }

    /** The larger of the results that code may give. */
    static int most(Code... codes) {
        int most = ONE;
        for (Code code : codes) {
            most = Math.max(most, code.results);
        }
        return most;
    }
}
