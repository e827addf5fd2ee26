package dev.cairn.value;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NumericNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Reads numbers that are too large for a double as the largest one, and keeps small objects small. */
class CanonicalNodeFactory extends JsonNodeFactory {

    private static final long serialVersionUID = 1L;

    @Override
    public NumericNode numberNode(double value) {
        return Double.isFinite(value) || Double.isNaN(value) ? super.numberNode(value)
                : super.numberNode(Math.copySign(Double.MAX_VALUE, value));
    }

    @Override
    public ObjectNode objectNode() {
        return new ObjectNode(this, CompactFieldMap.withRoomFor(0));
    }
}
