package dev.cairn.jq.builtin;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.node.BuiltinTable;
import dev.cairn.jq.value.Base32Codec;
import dev.cairn.jq.value.EvaluationCharges;
import dev.cairn.jq.value.PercentCodec;
import dev.cairn.jq.value.TextFormat;
import dev.cairn.jq.value.ValueTextConverter;
import dev.cairn.value.CanonicalArithmetic;
import dev.cairn.value.JqValues;

/** The formats: {@code @csv} and the like. */
public final class FormatBuiltins {

    private static final Map<String, TextFormat> FORMATS = Map.ofEntries(
            Map.entry("text", (scope, value) -> ValueTextConverter.of(scope, value)),
            Map.entry("json", (scope, value) -> ValueTextConverter.json(scope, value)),
            Map.entry("csv", (scope, value) -> row(scope, value, "csv", ",")),
            Map.entry("tsv", (scope, value) -> row(scope, value, "tsv", "\t")),
            Map.entry("html", (scope, value) -> html(ValueTextConverter.of(scope, value))),
            Map.entry("uri", (scope, value) -> PercentCodec.encode(ValueTextConverter.of(scope, value))),
            Map.entry("urid", (scope, value) -> PercentCodec.decode(scope, value)),
            Map.entry("sh", (scope, value) -> shell(scope, value)),
            Map.entry("base64", (scope, value) -> Base64.getEncoder().encodeToString(bytes(scope, value))),
            Map.entry("base64d", (scope, value) -> decodeBase64(scope, value)),
            Map.entry("base32", (scope, value) -> Base32Codec.encode(bytes(scope, value))),
            Map.entry("base32d", (scope, value) -> Base32Codec.decode(scope, value)));

    private static final String BASE64_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    private FormatBuiltins() {}

    static void addTo(BuiltinTable table) {
        table.value("format", FormatBuiltins::format);
        FORMATS.keySet().forEach(name -> {
            JsonNode constant = TextNode.valueOf(name);
            table.value("@" + name, (scope, input) -> format(scope, input, constant));
        });
    }

    private static JsonNode format(EvaluationHost scope, JsonNode input, JsonNode name) {
        TextFormat format = name.isTextual() ? FORMATS.get(name.textValue()) : null;
        if (format == null) {
            throw new ExpressionException(ValueTextConverter.of(scope, name) + " is not a valid format");
        }
        String text = format.format(scope, input);
        EvaluationCharges.chargeText(scope, text.length());
        return TextNode.valueOf(text);
    }

    public static TextFormat find(String name) {
        TextFormat format = FORMATS.get(name);
        if (format == null) {
            throw new IllegalArgumentException("Unknown format @" + name);
        }
        return format;
    }

    private static byte[] bytes(EvaluationHost scope, JsonNode value) {
        return ValueTextConverter.of(scope, value).getBytes(StandardCharsets.UTF_8);
    }

    private static String row(EvaluationHost scope, JsonNode value, String format, String separator) {
        if (!value.isArray()) {
            throw new ExpressionException(
                    JqValues.describe(value) + " cannot be " + format + "-formatted, only an array can be");
        }
        List<String> cells = new ArrayList<>(value.size());
        long length = 0;
        for (JsonNode cell : value) {
            if (JqValues.isContainer(cell)) {
                throw new ExpressionException(JqValues.describe(cell) + " is not valid in a " + format + " row");
            }
            if (cell.isTextual()) {
                String text = cell.textValue();
                cells.add(format.equals("csv") ? '"' + nulEscaped(text).replace("\"", "\"\"") + '"' : tabEscaped(text));
            } else {
                cells.add(cell.isNull() || CanonicalArithmetic.isNan(cell) ? "" : ValueTextConverter.json(scope, cell));
            }
            length = added(scope, length, cells);
        }
        return String.join(separator, cells);
    }

    /** The length of a row with its last part, for which this charges. */
    private static long added(EvaluationHost scope, long length, List<String> parts) {
        int added = parts.get(parts.size() - 1).length();
        scope.charge(1);
        EvaluationCharges.chargeCopies(scope, added);
        long longer = length + 1 + added;
        EvaluationCharges.checkText(longer);
        return longer;
    }

    /** As jq has it in all formats that escape characters. */
    private static String nulEscaped(String text) {
        return text.replace("\0", "\\0");
    }

    private static String tabEscaped(String text) {
        return nulEscaped(text.replace("\\", "\\\\")).replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r");
    }

    private static String html(String text) {
        return nulEscaped(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("'", "&apos;").replace(
                "\"",
                "&quot;");
    }

    private static String shell(EvaluationHost scope, JsonNode value) {
        if (!value.isArray()) {
            return shellWord(scope, value);
        }
        List<String> words = new ArrayList<>(value.size());
        long length = 0;
        for (JsonNode word : value) {
            words.add(shellWord(scope, word));
            length = added(scope, length, words);
        }
        return String.join(" ", words);
    }

    private static String shellWord(EvaluationHost scope, JsonNode value) {
        if (JqValues.isContainer(value)) {
            throw new ExpressionException(JqValues.describe(value) + " can not be escaped for shell");
        }
        return value.isTextual() ? "'" + nulEscaped(value.textValue()).replace("'", "'\\''") + "'"
                : ValueTextConverter.json(scope, value);
    }

    private static String decodeBase64(EvaluationHost scope, JsonNode value) {
        String text = ValueTextConverter.of(scope, value);
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == '=') {
            end--;
        }
        try {
            return new String(Base64.getDecoder().decode(text.substring(0, end)), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            // One digit more than whole groups of four says nothing; jq tells it from digits that are none.
            String fault = end % 4 == 1 && text.chars().limit(end).allMatch(c -> BASE64_DIGITS.indexOf(c) >= 0)
                    ? " trailing base64 byte found"
                    : " is not valid base64 data";
            throw new ExpressionException(JqValues.describe(value) + fault);
        }
    }
}
