package dev.cairn.jq.regex;

import java.util.function.Supplier;

import dev.cairn.jq.ExpressionException;

/**
 * Recursion depth of Java's matcher: at most one level for each part of an expression, and for each part of a repeated group
 * one more at each position of a text. A rule of Cairn ends the recursion, independent of the stack, so that a replay gives the
 * same result.
 *
 * @param repeatedParts parts of groups that are repeated
 */
record RegexRecursionLimit(int parts, long repeatedParts) {

    /** A depth that any stack allows. */
    private static final int SMALL = 128;
    private static final int MAX_DEPTH = 1 << 18;

    boolean isSmall(String text) {
        return of(text) <= SMALL;
    }

    private long of(String text) {
        return parts + repeatedParts * (text.length() + 1L);
    }

    /** Runs a match where the stack is deep enough for it, or refuses it. */
    <T> T call(String text, Supplier<T> task) {
        if (of(text) > MAX_DEPTH) {
            throw new ExpressionException(
                    "A text of " + text.length() + " characters is too long for a regex that repeats a group of "
                            + repeatedParts + " parts: both multiplied, there may be " + MAX_DEPTH);
        }
        return DeepStackRunner.call(task);
    }

    /** Runs what calls itself for each part of an expression. */
    static <T> T call(int parts, Supplier<T> task) {
        return parts <= SMALL ? task.get() : DeepStackRunner.call(task);
    }
}
