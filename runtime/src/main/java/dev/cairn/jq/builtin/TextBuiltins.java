package dev.cairn.jq.builtin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.node.BuiltinTable;
import dev.cairn.jq.value.EvaluationCharges;
import dev.cairn.jq.value.ValueAccess;
import dev.cairn.jq.value.ValueOperators;
import dev.cairn.jq.value.ValueTextConverter;
import dev.cairn.value.CanonicalArithmetic;
import dev.cairn.value.JqValues;

/** Functions of strings. */
final class TextBuiltins {

    private static final int REPLACEMENT = 0xFFFD;

    private TextBuiltins() {}

    static void addTo(BuiltinTable table) {
        table.value("startswith", (scope, input, part) -> BooleanNode.valueOf(startsWith(input, part)));
        table.value("endswith", (scope, input, part) -> BooleanNode.valueOf(endsWith(input, part)));
        table.value("ltrimstr", (scope, input, part) -> startsWith(input, part) ? withoutStart(input, part) : input);
        table.value("rtrimstr", (scope, input, part) -> endsWith(input, part) ? withoutEnd(input, part) : input);
        table.value("trimstr", (scope, input, part) -> {
            JsonNode rest = startsWith(input, part) ? withoutStart(input, part) : input;
            return endsWith(rest, part) ? withoutEnd(rest, part) : rest;
        });
        table.value("trim", (scope, input) -> trim(input, true, true));
        table.value("ltrim", (scope, input) -> trim(input, true, false));
        table.value("rtrim", (scope, input) -> trim(input, false, true));
        table.value("split", (scope, input, separator) -> {
            String failure = "split input and separator must be strings";
            return ValueOperators.split(scope, ValueTextConverter.require(input, failure),
                    ValueTextConverter.require(separator, failure));
        });
        table.value("join", TextBuiltins::join);
        table.value("ascii_downcase", (scope, input) -> mapAscii(scope, input, "ascii_downcase", 'A', 'Z', 'a' - 'A'));
        table.value("ascii_upcase", (scope, input) -> mapAscii(scope, input, "ascii_upcase", 'a', 'z', 'A' - 'a'));
        table.value("explode", TextBuiltins::explode);
        table.value("implode", TextBuiltins::implode);
        table.value("ascii", TextBuiltins::ascii);
    }

    private static JsonNode ascii(EvaluationHost scope, JsonNode input) {
        double code = input.isNumber() ? input.doubleValue() : -1;
        if (!(code >= 0 && code <= 127)) {
            throw new ExpressionException("ascii only takes integers from 0 to 127");
        }
        return TextNode.valueOf(Character.toString((int) code));
    }

    private static boolean startsWith(JsonNode input, JsonNode part) {
        String failure = "startswith() requires string inputs";
        return ValueTextConverter.require(input, failure).startsWith(ValueTextConverter.require(part, failure));
    }

    private static boolean endsWith(JsonNode input, JsonNode part) {
        String failure = "endswith() requires string inputs";
        return ValueTextConverter.require(input, failure).endsWith(ValueTextConverter.require(part, failure));
    }

    private static JsonNode withoutStart(JsonNode input, JsonNode part) {
        return TextNode.valueOf(input.textValue().substring(part.textValue().length()));
    }

    private static JsonNode withoutEnd(JsonNode input, JsonNode part) {
        String text = input.textValue();
        return TextNode.valueOf(text.substring(0, text.length() - part.textValue().length()));
    }

    private static JsonNode trim(JsonNode input, boolean start, boolean end) {
        String text = ValueTextConverter.require(input, "trim input must be a string");
        int from = 0;
        int to = text.length();
        while (start && from < to && isSpace(text.charAt(from))) {
            from++;
        }
        while (end && to > from && isSpace(text.charAt(to - 1))) {
            to--;
        }
        return TextNode.valueOf(text.substring(from, to));
    }

    /** The characters of Unicode's property White_Space, all of which are one char long. */
    private static boolean isSpace(char c) {
        return c >= 0x09 && c <= 0x0D || c == 0x85 || Character.isSpaceChar(c);
    }

    private static JsonNode join(EvaluationHost scope, JsonNode input, JsonNode separator) {
        if (!JqValues.isContainer(input)) {
            throw ValueAccess.cannotIterate(input);
        }
        StringBuilder text = new StringBuilder();
        boolean isFirst = true;
        for (JsonNode element : input) {
            scope.charge(1);
            if (!isFirst) {
                append(scope, text, separator(text, separator));
            }
            isFirst = false;
            if (JqValues.isContainer(element)) {
                throw new ExpressionException(JqValues.describe(TextNode.valueOf(text.toString())) + " and "
                        + JqValues.describe(element) + " cannot be added");
            }
            if (!element.isNull()) {
                append(scope, text, ValueTextConverter.of(scope, element));
            }
        }
        return TextNode.valueOf(text.toString());
    }

    private static String separator(StringBuilder text, JsonNode separator) {
        if (!separator.isTextual() && !separator.isNull()) {
            throw new ExpressionException(JqValues.describe(TextNode.valueOf(text.toString())) + " and "
                    + JqValues.describe(separator) + " cannot be added");
        }
        return separator.isNull() ? "" : separator.textValue();
    }

    private static void append(EvaluationHost scope, StringBuilder text, String part) {
        EvaluationCharges.checkText(text.length() + (long) part.length());
        EvaluationCharges.chargeCopies(scope, part.length());
        text.append(part);
    }

    private static JsonNode mapAscii(EvaluationHost scope, JsonNode input, String name, char from, char to, int distance) {
        char[] chars = ValueTextConverter.require(input, name + " input must be a string").toCharArray();
        EvaluationCharges.chargeCopies(scope, chars.length);
        boolean isChanged = false;
        for (int i = 0; i < chars.length; i++) {
            if (chars[i] >= from && chars[i] <= to) {
                chars[i] += distance;
                isChanged = true;
            }
        }
        return isChanged ? TextNode.valueOf(new String(chars)) : input;
    }

    private static JsonNode explode(EvaluationHost scope, JsonNode input) {
        String text = ValueTextConverter.require(input, JqValues.describe(input) + " cannot be exploded");
        EvaluationCharges.chargeCopies(scope, text.length());
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        text.codePoints().forEach(codePoint -> EvaluationCharges.append(scope, result, CanonicalArithmetic.of(codePoint)));
        return result;
    }

    private static JsonNode implode(EvaluationHost scope, JsonNode input) {
        if (!input.isArray()) {
            throw new ExpressionException("implode input must be an array");
        }
        EvaluationCharges.chargeCopies(scope, input.size());
        StringBuilder text = new StringBuilder(input.size());
        for (JsonNode element : input) {
            if (!element.isNumber() || CanonicalArithmetic.isNan(element)) {
                throw new ExpressionException(
                        JqValues.describe(element) + " can't be imploded, unicode codepoint needs to be numeric");
            }
            double number = element.doubleValue();
            int codePoint = number >= 0 && number <= Character.MAX_CODE_POINT ? (int) number : REPLACEMENT;
            boolean isSurrogate = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
            text.appendCodePoint(isSurrogate ? REPLACEMENT : codePoint);
        }
        return TextNode.valueOf(text.toString());
    }
}
