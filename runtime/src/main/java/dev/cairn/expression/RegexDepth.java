package dev.cairn.expression;

import java.util.function.Supplier;

/**
 * How deep Java's matching calls itself: at the most once for each part of an expression, and for each part of a group that is
 * repeated once more at each place of a text. It is a rule of its own, and not the stack, that ends it, so that a replay gives the same.
 *
 * @param repeatedParts parts of groups that are repeated
 */
record RegexDepth(int parts, long repeatedParts) {

    /** What any stack bears. */
    private static final int SMALL = 128;
    private static final int MOST = 1 << 18;

    boolean isSmall(String text) {
        return of(text) <= SMALL;
    }

    private long of(String text) {
        return parts + repeatedParts * (text.length() + 1L);
    }

    /** Runs a match where the stack is deep enough for it, or refuses it. */
    <T> T call(String text, Supplier<T> task) {
        if (of(text) > MOST) {
            throw new ExpressionException(
                    "A text of " + text.length() + " characters is too long for a regex that repeats a group of "
                            + repeatedParts + " parts: both multiplied, there may be " + MOST);
        }
        return DeepStack.call(task);
    }

    /** Runs what calls itself for each part of an expression. */
    static <T> T call(int parts, Supplier<T> task) {
        return parts <= SMALL ? task.get() : DeepStack.call(task);
    }
}
