package dev.cairn.jq.tree;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The stored form of expressions: a tag per form, followed by its components. It has no class names. Lists and texts are
 * preceded by their size; a component that may be null by a byte that says whether it is there.
 */
public final class ExpressionCodec {

    private ExpressionCodec() {}

    /** Writes an expression; nothing marks its end, {@link #read} knows it. */
    public static void write(Expression expression, DataOutput out) throws IOException {
        new ExpressionBinaryWriter(out).write(expression);
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws IOException if the data ends too early, is nested too deep, or has a tag that this version does not know
     */
    public static Expression read(DataInput in) throws IOException {
        return new ExpressionBinaryReader(in).read();
    }
}
