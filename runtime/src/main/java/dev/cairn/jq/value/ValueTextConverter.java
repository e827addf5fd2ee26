package dev.cairn.jq.value;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.value.JqValues;

/** Converts values of jq to texts: a string as it is, anything else as JSON. */
public final class ValueTextConverter {

    private ValueTextConverter() {}

    /** A string as it is, anything else as JSON. */
    public static String of(EvaluationHost scope, JsonNode value) {
        return value.isTextual() ? value.textValue() : json(scope, value);
    }

    /** The value as JSON. */
    public static String json(EvaluationHost scope, JsonNode value) {
        String text = JqValues.toText(value, EvaluationCharges.MAX_TEXT, scope);
        EvaluationCharges.checkText(text.length());
        return text;
    }

    public static String require(JsonNode value, String failure) {
        if (!value.isTextual()) {
            throw new ExpressionException(failure);
        }
        return value.textValue();
    }
}
