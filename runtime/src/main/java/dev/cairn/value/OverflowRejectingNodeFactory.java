package dev.cairn.value;

import com.fasterxml.jackson.databind.node.NumericNode;

/** Refuses numbers that are too large for a double. */
final class OverflowRejectingNodeFactory extends CanonicalNodeFactory {

    private static final long serialVersionUID = 1L;

    @Override
    public NumericNode numberNode(double value) {
        if (Double.isInfinite(value)) {
            throw new LargeNumberException();
        }
        return super.numberNode(value);
    }

    /** Has no position of the number: the reader knows it. */
    static final class LargeNumberException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private LargeNumberException() {
            super("Too large for a double", null, false, false);
        }
    }
}
