package dev.cairn.jq.builtin;

import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.node.BuiltinTable;
import dev.cairn.jq.number.LenientNumberRewriter;
import dev.cairn.jq.value.EvaluationCharges;
import dev.cairn.jq.value.JsonSyntaxErrorMessage;
import dev.cairn.jq.value.LoneSurrogateReplacer;
import dev.cairn.jq.value.ValueTextConverter;
import dev.cairn.value.CanonicalArithmetic;
import dev.cairn.value.JqValues;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.ValueException;

/** Functions between strings and other values. */
final class ConversionBuiltins {

    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+|(\\d+\\.\\d*|\\.\\d+|\\d+(?=[eE]))([eE][+-]?\\d+)?)");
    private static final Pattern WORD = Pattern.compile("(?i)[+-]?(?:inf(?:inity)?|(nan))");
    /** Digits that a whole number may have, as in JSON texts. */
    private static final int MAX_DIGITS = 1_000;

    private ConversionBuiltins() {}

    static void addTo(BuiltinTable table) {
        table.value("tostring", ConversionBuiltins::toText);
        table.value("tonumber", (scope, input) -> toNumber(input));
        table.value("toboolean", (scope, input) -> toBoolean(input));
        table.value("tojson", ConversionBuiltins::toJson);
        table.value("fromjson", ConversionBuiltins::fromJson);
        table.mayBeInfinite("fromjson", "tonumber");
    }

    private static JsonNode toText(EvaluationHost scope, JsonNode input) {
        return input.isTextual() ? input : toJson(scope, input);
    }

    private static JsonNode toJson(EvaluationHost scope, JsonNode input) {
        return TextNode.valueOf(ValueTextConverter.json(scope, input));
    }

    private static JsonNode toNumber(JsonNode input) {
        if (input.isNumber()) {
            return input;
        }
        if (input.isTextual()) {
            String text = input.textValue();
            Matcher matcher = NUMBER.matcher(text);
            if (text.length() <= MAX_DIGITS && matcher.matches()) {
                return matcher.group(2) == null ? CanonicalArithmetic.of(new BigInteger(text))
                        : CanonicalArithmetic.finite(Double.parseDouble(text));
            }
        }
        Double special = special(input.textValue());
        if (special != null) {
            return CanonicalArithmetic.of(special);
        }
        throw new ExpressionException(JqValues.describe(input) + " cannot be parsed as a number");
    }

    /** A number written as a word, or null. */
    private static Double special(String text) {
        Matcher word = text == null ? null : WORD.matcher(text);
        if (word == null || !word.matches()) {
            return null;
        }
        return word.group(1) != null ? Double.NaN : text.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }

    private static JsonNode toBoolean(JsonNode input) {
        if (input.isBoolean()) {
            return input;
        }
        if (input.isTextual() && (input.textValue().equals("true") || input.textValue().equals("false"))) {
            return BooleanNode.valueOf(input.textValue().equals("true"));
        }
        throw new ExpressionException(JqValues.describe(input) + " cannot be parsed as a boolean");
    }

    private static JsonNode fromJson(EvaluationHost scope, JsonNode input) {
        if (!input.isTextual()) {
            throw new ExpressionException(JqValues.describe(input) + " cannot be parsed as JSON");
        }
        String text = input.textValue();
        EvaluationCharges.chargeCopies(scope, text.length());
        if (LoneSurrogateReplacer.haveFirstAlone(text)) {
            throw notJson(text, "Invalid \\uXXXX\\uXXXX surrogate pair escape");
        }
        try {
            return JsonCodec.read(LoneSurrogateReplacer.replaced(text));
        } catch (ValueException e) {
            return lenient(text, e);
        }
    }

    /** jq reads a few numbers that JSON does not have; looked at only where the text is no JSON. */
    private static JsonNode lenient(String text, ValueException strict) {
        if (JsonSyntaxErrorMessage.of(text) != null) {
            throw notJson(text, strict.getMessage());
        }
        try {
            return JsonCodec.readWithNan(LenientNumberRewriter.rewritten(LoneSurrogateReplacer.replaced(text)));
        } catch (ValueException e) {
            throw notJson(text, e.getMessage());
        }
    }

    private static ExpressionException notJson(String text, String otherwise) {
        String mistake = text.isBlank() ? "Expected JSON value" : JsonSyntaxErrorMessage.of(text);
        return new ExpressionException((mistake == null ? otherwise : mistake) + " (while parsing '" + text + "')");
    }
}
