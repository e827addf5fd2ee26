package dev.cairn.value;

/** Limits of the depth of JSON values, in levels of nested arrays and objects. */
public final class ValueDepthLimits {

    /** Maximum nesting of a value. */
    public static final int MAX_DEPTH = 1_000;

    /** Maximum nesting of a written document: a value, and what Cairn puts around it, such as an event or an answer. */
    public static final int MAX_WRITTEN_DEPTH = MAX_DEPTH + 24;

    private ValueDepthLimits() {}
}
